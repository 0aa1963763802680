/** Changes that no test can notice, each with the reason. A label names function, old and new text, as the runner prints them. */
export const EQUIVALENT: readonly { readonly source: string; readonly label: string; readonly why: string }[] = [];
