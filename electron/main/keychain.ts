import { safeStorage } from 'electron';
import type { SecretCipher } from '../app/secret-store.ts';

/**
 * The system's keychain; undefined where there is none. Linux without a keyring offers a fixed password, which keeps nothing from anybody:
 * then the file's mode is the honest protection, and Settings says so. Only after the app is ready.
 */
export function systemKeychain(): SecretCipher | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return undefined;
  return {
    seal: (text) => safeStorage.encryptString(text).toString('base64'),
    open(sealed) {
      try {
        return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
      } catch {
        return undefined;
      }
    },
  };
}
