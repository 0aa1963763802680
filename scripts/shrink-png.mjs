// Pictures of a calm surface have few colours: written with a palette of at most 256 they are a third as large.
import { crc32, deflateSync } from 'node:zlib';

/**
 * @param {Uint8Array} rgba pixels, row by row, opaque
 * @param {number} width
 * @param {number} height
 * @returns {Buffer} an indexed PNG
 */
export function indexedPng(rgba, width, height) {
  const { palette, indexOf } = paletteOf(rgba);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(colourAt(rgba, y * width + x));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits an index, palette
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const colourAt = (rgba, pixel) => (rgba[pixel * 4] << 16) | (rgba[pixel * 4 + 1] << 8) | rgba[pixel * 4 + 2];

/** The 256 most frequent colours; every other one is drawn as the nearest of them. */
function paletteOf(rgba) {
  const counts = new Map();
  for (let pixel = 0; pixel < rgba.length / 4; pixel += 1) {
    const colour = colourAt(rgba, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = spread([...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour));
  const known = new Map(palette.map((colour, index) => [colour, index]));
  return {
    palette,
    indexOf(colour) {
      let index = known.get(colour);
      if (index === undefined) {
        index = palette.reduce((best, each, at) => (distance(each, colour) < distance(palette[best], colour) ? at : best), 0);
        known.set(colour, index);
      }
      return index;
    },
  };
}

/** Frequent colours first, but none next to one that is in already: rare hues keep their place beside the many greys of text edges. */
function spread(colours) {
  for (const apart of [0, 12, 48, 108, 192, 432, 1200]) {
    const kept = [];
    for (const colour of colours) {
      if (kept.length > 256) break;
      if (apart === 0 || kept.every((each) => distance(each, colour) >= apart)) kept.push(colour);
    }
    if (kept.length <= 256) return kept;
  }
  return colours.slice(0, 256);
}

const distance = (a, b) => ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), data.length + 8);
  return whole;
}
