const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const shortClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** `14:31:52`. */
export const clockTime = (at: number): string => clock.format(at);
/** `.108`, shown dim behind the seconds. */
export const milliseconds = (at: number): string => `.${String(Math.floor(at) % 1000).padStart(3, '0')}`;
/** `14:31` today, `2 Nov` before. */
export const shortTime = (at: number, now: number): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? shortClock.format(at) : day.format(at);

/** Three significant figures at most: `0.02`, `3.91`, `48.2`, `120`. */
export const seconds = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The second that ends next: a countdown never shows more than there is, and nothing has happened later than now. */
export const nextSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000;
/** `1:24`; never below zero. */
export const countdown = (ms: number): string => {
  const left = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
};

export const count = (value: number): string => value.toLocaleString('en-US');

/** A count in a column: none is a dash, so that what acted stands out. */
export const orDash = (value: number): string => (value === 0 ? '–' : count(value));

export const bytes = (value: number): string =>
  value < 1024 ? `${value} B` : value < 1_048_576 ? `${(value / 1024).toFixed(1)} kB` : `${(value / 1_048_576).toFixed(1)} MB`;

/** Bytes of a text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdbff ? 4 : code >= 0xdc00 && code <= 0xdfff ? 0 : 3;
  }
  return length;
}

export const plural = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;
