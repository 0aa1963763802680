import type { Buffer } from 'node:buffer';
import type { Dialect } from '../../shared/vocabulary.ts';
import type { SseFrame } from './sse-frames.ts';
import { streamedBody } from './streamed-body.ts';
import { unstreamedBody } from './unstreamed-body.ts';

export interface ReplyFormOptions {
  readonly dialect: Dialect;
  readonly streamAsked: boolean;
  /** The reply goes on in another form or under another name than it came: its new content type, and what is noted of it. */
  readonly onChange: (type: string, change: string) => void;
}

/** Brings a reply into the form that was asked for (wire 3.5: every exchange ends in one valid form of its dialect). */
export class ReplyForm {
  /** The reply came in another form than was asked for, or under a wrong name. */
  changed = false;
  private readonly options: ReplyFormOptions;

  constructor(options: ReplyFormOptions) {
    this.options = options;
  }

  /** A stream came under another name. */
  mislabelled(): void {
    this.note('text/event-stream', 'content-type');
  }

  /**
   * A whole body: the frames that it stands for where a stream was asked for, else the JSON body, as it came or put together from a stream.
   * `named`: it was called JSON. Clients take it for text where it was not.
   */
  of(received: Buffer, named: boolean): { readonly frames: readonly SseFrame[] } | { readonly bytes: Buffer } {
    const { dialect, streamAsked } = this.options;
    const frames = streamAsked ? withinReach(() => streamedBody(dialect, received)) : undefined;
    if (frames !== undefined) {
      this.note('text/event-stream', 'body-instead-of-stream');
      return { frames };
    }
    const bytes = streamAsked ? undefined : withinReach(() => unstreamedBody(dialect, received));
    if (bytes !== undefined) this.note('application/json', 'stream-instead-of-body');
    else if (!streamAsked && !named && isObjectText(received)) this.note('application/json', 'content-type');
    return { bytes: bytes ?? received };
  }

  private note(type: string, change: string): void {
    this.changed = true;
    this.options.onChange(type, change);
  }
}

/** `JSON.parse` takes any depth, `JSON.stringify` does not: what is nested deeper than the stack stays as it came, and is no reply of the other form. */
function withinReach<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Told from the first sign: what is no JSON behind it is refused as a reply anyway. */
const isObjectText = (bytes: Buffer): boolean => /^(?:\u{feff})?\s*\{/u.test(bytes.toString('utf8', 0, 64));
