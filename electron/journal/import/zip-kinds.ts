const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const KIND = 0xf000;
const REGULAR = 0x8000;
const FOLDER = 0x4000;

/**
 * What a ZIP's directory says of its files besides their sizes: a link, a device or an encrypted file is refused although nothing is ever
 * written under a name of the ZIP. Undefined: nothing is wrong, or there is no directory (which unpacking will tell).
 */
export function oddFileIn(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== DIRECTORY_END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== DIRECTORY_END) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let each = 0; each < count && at + 46 <= bytes.length && view.getUint32(at, true) === DIRECTORY_ENTRY; each += 1) {
    const nameLength = view.getUint16(at + 28, true);
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + at + 46, Math.min(nameLength, 100, bytes.length - at - 46)).toString(
      'latin1',
    );
    const kind = (view.getUint32(at + 38, true) >>> 16) & KIND;
    if (kind !== 0 && kind !== REGULAR && kind !== FOLDER) return `${JSON.stringify(name)} is a link or a device, and no file`;
    if ((view.getUint16(at + 8, true) & 1) !== 0) return `${JSON.stringify(name)} is encrypted`;
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}
