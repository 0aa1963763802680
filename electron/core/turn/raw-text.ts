/** A text, or the way to it where it is seldom asked for: a long body is not decoded for nothing. */
export type RawText = string | (() => string);

export const readRaw = (raw: RawText): string => (typeof raw === 'string' ? raw : raw());
