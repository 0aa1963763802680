export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Plain lines for the person at the terminal, on stderr only: stdout belongs to `--json`. What happened to traffic is in the journal. */
export interface Log {
  error(message: string): void;
  warn(message: string): void;
  info(message: string): void;
  debug(message: string): void;
}

const order: readonly LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];

export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const limit = order.indexOf(level);
  const at = (own: LogLevel) => (message: string) => {
    if (order.indexOf(own) <= limit) write(`signalbox: ${own}: ${message}\n`);
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
