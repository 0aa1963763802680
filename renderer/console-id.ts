/** Names this page to the gateway: its feed and its use (`presence/touch`) count for the same console (interfaces 4.3). */
export const consoleId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
