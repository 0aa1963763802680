import type { LeakFormat } from './leak-format.ts';
import type { Region } from './region.ts';

type Release = NonNullable<Region['released']>;

const MOST_NOTED = 32;

/** What was recognised in one text, in order, and from where on its bytes are held. */
export class RegionLedger {
  regions: readonly Region[] = [];
  /** The start of the first region whose bytes are held. */
  holdFrom: number | undefined;
  /** A held region counts only as the whole reply. */
  standsAlone = false;
  /** Markers that were noted and not followed up; enough of them are. */
  private noted = 0;
  /** Held regions that began while a code span was open: they are quoted if it closes behind them. */
  private readonly inOpenSpan = new Set<Region>();

  get isNotedOut(): boolean {
    return this.noted >= MOST_NOTED;
  }

  add(region: Region, inOpenSpan: boolean): void {
    this.regions = [...this.regions, region];
    if (region.released !== undefined) return;
    if (inOpenSpan) this.inOpenSpan.add(region);
    if (region.format.alone === 'whole-reply') this.standsAlone = true;
    this.holdFrom ??= region.envelope.start;
  }

  /** A place that was let go at once, or as far as it was read. */
  note(format: LeakFormat | undefined, start: number, end: number, released: Release): void {
    if (format === undefined || (released !== 'too_large' && this.isNotedOut)) return;
    this.noted += 1;
    this.add({ format, envelope: { status: 'incomplete', start, end, names: [] }, released, inThought: false }, false);
  }

  /** Lets all held regions go. */
  release(why: Release): void {
    if (this.holdFrom !== undefined)
      this.replace(
        () => true,
        () => why,
      );
  }

  /** The code span that was open before some regions has closed. */
  closeSpan(): void {
    if (this.inOpenSpan.size > 0)
      this.replace(
        (region) => this.inOpenSpan.has(region),
        () => 'quoted',
      );
  }

  /** Text follows: regions that count only as the whole reply were a listing, or a mention. */
  dropAlone(): void {
    if (this.standsAlone)
      this.replace(
        (region) => region.format.alone === 'whole-reply',
        (region) => (region.format.fence === true ? 'fenced' : 'prose'),
      );
  }

  private replace(which: (region: Region) => boolean, why: (region: Region) => Release): void {
    this.regions = this.regions.map((region) =>
      region.released === undefined && which(region) ? { ...region, released: why(region) } : region,
    );
    this.inOpenSpan.clear();
    const held = this.regions.filter((region) => region.released === undefined);
    this.holdFrom = held[0]?.envelope.start;
    this.standsAlone = held.some((region) => region.format.alone === 'whole-reply');
  }
}
