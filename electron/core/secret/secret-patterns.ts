/** One exact shape of a secret. `match` is global and linear: literal beginning, one bounded run, no nested repetition. */
export interface SecretPattern {
  readonly kind: string;
  readonly match: RegExp;
  /** Group that holds the secret; 0 for the whole match. */
  readonly group: number;
  /** A further condition on the secret's text, where the shape alone would hit ordinary words. */
  readonly accept?: (secret: string) => boolean;
}

const shape = (kind: string, match: RegExp, accept?: (secret: string) => boolean): SecretPattern => ({
  kind,
  match,
  group: 0,
  ...(accept === undefined ? {} : { accept }),
});

/**
 * Well-known key formats (contract 4.5, feature 11: exact shapes, so that ordinary words stay untouched). A boundary before the
 * literal keeps `task-…` or `desk-…` from being read as `sk-…`.
 */
export const secretPatterns: readonly SecretPattern[] = [
  shape('anthropic-key', /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,512}/g, looksRandom),
  shape('openai-key', /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,512}/g, looksRandom),
  shape('stripe-key', /(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{16,256}/g),
  shape('stripe-webhook', /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{24,256}/g),
  shape('aws-access-key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  shape('github-token', /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{30,255}/g),
  shape('github-token', /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{40,255}/g),
  shape('gitlab-token', /(?<![A-Za-z0-9])gl(?:pat|rt|dt|cbt|ptt|ft|soat)-[A-Za-z0-9_.-]{20,255}/g, looksRandom),
  shape('slack-token', /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,255}/g, (secret) => /\d/.test(secret)),
  shape('slack-token', /(?<![A-Za-z0-9])xapp-\d-[A-Za-z0-9-]{20,255}/g),
  shape('slack-webhook', /hooks\.slack\.com\/services\/T[A-Z0-9]{6,16}\/B[A-Z0-9]{6,16}\/[A-Za-z0-9]{16,64}/g),
  shape('google-key', /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  shape('google-token', /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,2048}/g),
  shape('npm-token', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g),
  shape('pypi-token', /(?<![A-Za-z0-9])pypi-AgE[A-Za-z0-9_-]{50,1024}/g),
  shape('hugging-face-token', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9])/g),
  shape('groq-key', /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}(?![A-Za-z0-9])/g),
  shape('xai-key', /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{40,120}(?![A-Za-z0-9])/g),
  shape('perplexity-key', /(?<![A-Za-z0-9])pplx-[A-Za-z0-9]{32,80}(?![A-Za-z0-9])/g),
  shape('replicate-token', /(?<![A-Za-z0-9])r8_[A-Za-z0-9]{32,64}(?![A-Za-z0-9])/g),
  shape('nvidia-key', /(?<![A-Za-z0-9])nvapi-[A-Za-z0-9_-]{40,120}/g),
  shape('digitalocean-token', /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/g),
  shape('sendgrid-key', /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}/g),
  shape('age-key', /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{40,80}/g),
  shape('azure-key', /(?<=AccountKey=)[A-Za-z0-9+/]{64,100}={0,2}/g),
  shape('jwt', /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{10,2048}/g),
  {
    kind: 'authorization',
    match: /\b(?:Bearer|Basic|bearer|basic|BEARER)[ +]([A-Za-z0-9._~+/-]{16,4096}={0,2})/g,
    group: 1,
    accept: looksRandom,
  },
  { kind: 'url-password', match: /:\/\/[^\s/:@"'<>]{1,128}:([^\s/:@"'<>]{3,256})@/g, group: 1, accept: isNotPlaceholder },
  {
    kind: 'assigned-secret',
    match:
      /(?:api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|account[_-]?key|client[_-]?secret|secret|token|credential|authorization)["']?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}["']?([A-Za-z0-9+/_.~=-]{16,1024})(?![A-Za-z0-9+/_.~=([{-])/gi,
    group: 1,
    accept: isAssignedSecret,
  },
  {
    kind: 'assigned-password',
    match:
      /(?:password|passwd|passphrase|pwd)["']?[ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3}["']?([A-Za-z0-9!@#$%^&*_+=.?~-]{8,256})(?![^\s"',;}\])&\\])/gi,
    group: 1,
    accept: isPassword,
  },
];

/** Every pattern needs one of these: a text without any is clean, which one pass tells. */
export const anySecretHint =
  /sk[-_]|rk_|whsec_|A[KSBC][IC]A|gh[pousr]_|github_pat_|gl[a-z]{2,4}-|xox|xapp-|hooks\.slack|AIza|ya29\.|npm_|pypi-|hf_|gsk_|xai-|pplx-|r8_|nvapi-|_v1_|SG\.|AGE-SECRET|AccountKey=|eyJ|[Bb]earer|BEARER|[Bb]asic|:\/\/|PRIVATE KEY|api[_-]?key|access[_-]?key|[a-z][_-]key|secret|token|credential|authorization|passw|passphrase|pwd/i;

/** A run that no person types as words: a long piece without separators, with letters and digits. */
function looksRandom(secret: string): boolean {
  if (!/\d/.test(secret)) return false;
  return secret.split(/[-_.~+/=]/).some((piece) => piece.length >= 16 && /\d/.test(piece) && /[A-Za-z]/.test(piece)) || mixedPieces(secret);
}

/** Keys with separators inside their random part: enough of it carries digits and both cases. */
function mixedPieces(secret: string): boolean {
  const body = secret.replace(/^[a-z]{2,6}-/, '');
  return body.length >= 20 && /\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) && bitsPerCharacter(body) >= 2.8;
}

function isNotPlaceholder(secret: string): boolean {
  return !/^(?:\$|<|\{|%|\*+$|x+$|\.+$)|^(?:pass|password|pwd|secret|token|user|your.*|example.*|changeme|redacted)$/i.test(secret);
}

/** `process.env.DB_PASS1` and `config.password2` are code, not secrets. */
const dottedName = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isAssignedSecret(secret: string): boolean {
  if (uuid.test(secret)) return true;
  if (!isNotPlaceholder(secret) || secret.startsWith('/') || secret.startsWith('./') || secret.startsWith('../')) return false;
  const random = secret.split(/[-_.~/]/).some((piece) => piece.length >= 12 && /\d/.test(piece) && /[A-Za-z]/.test(piece));
  return random || (!dottedName.test(secret) && mixedPieces(secret) && bitsPerCharacter(secret) >= 3.5);
}

function isPassword(secret: string): boolean {
  if (!isNotPlaceholder(secret)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(secret)).length;
  return /\d/.test(secret) && kinds >= 3 && !dottedName.test(secret);
}

/** Shannon entropy: words stay below 3.5 bits, random base62 of 20 characters lies above 3.8. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const times of counts.values()) bits -= (times / text.length) * Math.log2(times / text.length);
  return bits;
}
