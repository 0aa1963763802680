import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PLUGIN_KINDS } from './index.ts';
import type { PluginName } from './plugin-kind.ts';

/** What, why, next. */
export interface Refusal {
  readonly what: string;
  readonly why: string;
  readonly next: string;
}

type Added =
  | { readonly ok: true; readonly files: readonly string[]; readonly next: string }
  | { readonly ok: false; readonly refusal: Refusal };

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LONGEST = 40;
const RESERVED: ReadonlySet<string> = new Set(
  'index break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof let new null return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

/** Writes a plug-in's file, its table and its line in the index below `root`. Nothing is written unless all of it can be. */
export function addPlugin(root: string, kind: string | undefined, id: string | undefined): Added {
  const kinds = PLUGIN_KINDS.map((one) => one.kind).join(', ');
  const plugin = PLUGIN_KINDS.find((one) => one.kind === kind);
  if (plugin === undefined)
    return refuse(
      kind === undefined ? 'No kind of plug-in was given.' : `There is no kind of plug-in called "${kind}".`,
      `The catalogues are: ${kinds}.`,
      'npm run new leak-format acme-call',
    );
  const example = `npm run new ${plugin.kind} acme-call`;
  if (id === undefined) return refuse('No name was given.', 'The name becomes the file, the id and the constant.', example);
  if (!NAME.test(id) || id.length > LONGEST || RESERVED.has(id))
    return refuse(
      `"${id}" can't be a name here.`,
      `Names are kebab-case (a-z, 0-9 and single hyphens, a letter first), at most ${LONGEST} characters, and no word of the language.`,
      example,
    );
  const name = spellings(id);
  const file = path.join(plugin.folder, `${id}.ts`);
  const table = path.join(plugin.folder, `${id}.test.ts`);
  const index = path.join(plugin.folder, 'index.ts');
  const taken = [file, table].find((one) => existsSync(path.join(root, one)));
  const listed = readFileSync(path.join(root, index), 'utf8');
  if (taken !== undefined || new RegExp(`\\b${name.constant}\\b`).test(listed))
    return refuse(
      `"${id}" exists already.`,
      taken === undefined ? `${index} has a ${name.constant}.` : `${taken} would be overwritten.`,
      'Choose another name, or edit that one.',
    );
  const grown = withEntry(listed, plugin.list, name);
  if (grown === undefined)
    return refuse(`${index} was not changed.`, `It has no "${plugin.list}".`, 'Mend the index, or the kind in scripts/plugins.');
  writeFileSync(path.join(root, file), plugin.source(name));
  writeFileSync(path.join(root, table), plugin.test(name));
  writeFileSync(path.join(root, index), grown);
  return { ok: true, files: [file, table, index], next: plugin.next };
}

function spellings(id: string): PluginName {
  const words = id.split('-');
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const [first = '', ...others] = words;
  return {
    id,
    constant: first + others.map(capital).join(''),
    title: capital(words.join(' ')),
    upper: words.join('_').toUpperCase(),
  };
}

/** The index with the import behind the last one and the entry at the list's end. */
function withEntry(index: string, list: string, { id, constant }: PluginName): string | undefined {
  const begin = index.indexOf(list);
  const end = index.indexOf('\n];', begin);
  const lastImport = index.lastIndexOf('\nimport ', begin);
  if (begin < 0 || end < 0 || lastImport < 0) return undefined;
  const behind = index.indexOf('\n', lastImport + 1) + 1;
  return `${index.slice(0, behind)}import { ${constant} } from './${id}.ts';\n${index.slice(behind, end)}\n  ${constant},${index.slice(end)}`;
}

const refuse = (what: string, why: string, next: string): Added => ({ ok: false, refusal: { what, why, next } });
