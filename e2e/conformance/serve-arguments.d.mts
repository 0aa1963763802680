/** The words that start served mode for a program that watches it; without `data` the usual folder. */
export declare const serveArguments: (start: {
  readonly upstream?: string | undefined;
  readonly data?: string | undefined;
  readonly more?: readonly string[] | undefined;
}) => string[];
