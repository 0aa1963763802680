import type { Dialect } from '../../shared/vocabulary.ts';
import { dialectOfPath } from '../core/dialect/registry.ts';
import { headerOf, type HeaderPairs } from './header-rules.ts';
import { splitTarget } from './route-request.ts';

/**
 * In which dialect's shape a request is refused (interfaces 4.2), known before anything of it is trusted: what its path names, whatever
 * the method, else Anthropic's where its header says so. Undefined: OpenAI's, which most clients read.
 */
export function refusalShape(url: string, headers: HeaderPairs): Dialect | undefined {
  const named = dialectOfPath(splitTarget(url).rest.split(/[?#]/, 1)[0] ?? '');
  return named ?? (headerOf(headers, 'anthropic-version') === undefined ? undefined : 'anthropic-messages');
}
