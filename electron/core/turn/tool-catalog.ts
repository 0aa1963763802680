import type { AdvertisedTool } from './turn.ts';

/** The advertised tools of one request, looked up by the names that a model wrote. */
export interface ToolCatalog {
  readonly tools: readonly AdvertisedTool[];
  /** Exact, case-sensitive (contract 2.3 check 7). */
  find(name: string): AdvertisedTool | undefined;
  /**
   * The one tool whose name is equal after case and separator folding (contract 2.5.6). Undefined when there is none or more
   * than one. An exact name is found too.
   */
  findFolded(name: string): AdvertisedTool | undefined;
}

/** Builds the catalogue. Of two tools with one name the first counts: upstreams reject the second anyhow. */
export function createToolCatalog(tools: readonly AdvertisedTool[]): ToolCatalog {
  const exact = new Map<string, AdvertisedTool>();
  const folded = new Map<string, AdvertisedTool | 'several'>();
  for (const tool of tools) {
    if (exact.has(tool.name)) continue;
    exact.set(tool.name, tool);
    const key = foldToolName(tool.name);
    folded.set(key, folded.has(key) ? 'several' : tool);
  }
  return {
    tools,
    find: (name) => exact.get(name),
    findFolded(name) {
      const key = foldToolName(name);
      const match = key === '' ? undefined : folded.get(key);
      return match === 'several' ? undefined : match;
    },
  };
}

/** Lower case without the separators that tool names are joined with: `read_file`, `readFile` and `Read-File` are one. */
export const foldToolName = (name: string): string => name.toLowerCase().replace(/[_\-. /:]/g, '');
