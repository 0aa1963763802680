import { isPlainPath } from '../fault-names.ts';
import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { pathWord, shownPath } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const sure = (at: RegExp): Wording => ({ at, trust: 'sure' });

/** `The path src/a.ts is not an absolute path, it should start with "/".` */
export const relativePath: FaultPattern = {
  id: 'EI/RELATIVE_PATH/001',
  title: 'Relative path where an absolute one is due',
  category: 'RELATIVE_PATH',
  priority: 74,
  description: 'The tool takes absolute paths only and was given a relative one.',
  sample: 'The path src/a.ts is not an absolute path, it should start with `/`. Maybe you meant /src/a.ts?',
  wordings: [
    sure(
      /^Invalid `[\w.-]{1,80}` parameter: (?<path>[^\n]{1,300}?)\. The path should be an absolute path(?:[^\n]{0,60}Maybe you meant (?<suggestion>[^\n?]{1,300})\?)?/,
    ),
    sure(
      /^The path [`'"]?(?<path>[^\n]{1,300}?)[`'"]? is not (?:an absolute path|absolute(?=$|[.,\n]))(?:[^\n]{0,60}Maybe you meant (?<suggestion>[^\n?]{1,300})\?)?/,
    ),
    sure(/^The path should be an absolute path/),
    sure(/^[`'"](?<path>[^`'"\n]{1,300})[`'"] is not an absolute path/),
    sure(
      /^(?:(?:File|Directory|Folder|Notebook|Image|Target) )?[Pp]ath (?:[`'"](?<path>[^`'"\n]{1,300})[`'"] )?(?:must|should|needs to) be (?:an )?absolute(?:[^\n]{0,60}?relative:? [`'"]?(?<detail>[^\n]{1,300}))?/,
    ),
    sure(
      /^[`'"]?(?:file_path|filePath|path|absolute_path|AbsolutePath|directory|cwd|workdir|dir_path|notebook_path|target_file)[`'"]?(?: parameter| argument)? (?:must|should|needs to) be (?:an )?absolute/,
    ),
    sure(/^(?:Only )?[Aa]bsolute paths? (?:is|are) (?:required|allowed|accepted|supported)/),
    sure(/^[Rr]elative paths? (?:is|are) not (?:allowed|supported|accepted)/),
    sure(
      /^Invalid (?:input |file )?path: (?<path>[^\n]{1,300}?)\. (?:Be sure to |Please |You must )?(?:use|provide|give) an absolute path/i,
    ),
    ...inOtherLanguages('RELATIVE_PATH'),
    sure(/^(?:路径)(?:必须是|应为|需要是)绝对路径/),
  ],
  match: ({ roles }) => (roles.includes('shell') && roles.length === 1 ? 'no' : undefined),
  cause: () => '',
  scope: 'tool',
  guide({ facts }, place) {
    const path = shownPath(facts, place);
    const wrong = `/${path.replace(/^\.\//, '')}`;
    const hint = facts.suggestion !== undefined && isPlainPath(facts.suggestion) && facts.suggestion !== wrong ? facts.suggestion : '';
    return {
      what: `The path${pathWord(path)} is relative; "${place.tool}" takes absolute paths only.`,
      why: 'It does not know from which folder to start.',
      next: [
        ...(hint === '' ? [] : [`If it is the file that you mean, use "${hint}".`]),
        'Write the whole path: the root folder of the workspace in front of the relative path.',
        'A slash in front of the relative path is not enough.',
      ],
    };
  },
  strengthened: 'Re-read the tool schema now: every path begins at the root folder.',
};
