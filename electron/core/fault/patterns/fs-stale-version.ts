import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { pathWord, shownPath, withTool } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const sure = (at: RegExp): Wording => ({ at, trust: 'sure' });

/** `File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.` */
export const fsStaleVersion: FaultPattern = {
  id: 'EI/FS_STALE_VERSION/001',
  title: 'File changed since it was read',
  category: 'FS_STALE_VERSION',
  priority: 75,
  description: 'A file was changed by someone else after the model read it.',
  sample:
    '<tool_use_error>File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.</tool_use_error>',
  wordings: [
    sure(/^(?:[Tt]he )?[Ff]ile (?:has been|was) (?:unexpectedly )?modified(?: since| after| by|\.|,|$)/),
    sure(
      /^(?:Conflict: )?(?:[Tt]he )?[Ff]ile [`'"]?(?<path>[^\n]{1,300}?)[`'"]? (?:has been|was|has) (?:modified|changed)(?: on disk| externally)? (?:since|after|by)/,
    ),
    sure(
      /^cannot (?:edit|write|overwrite|modify) ["'`](?<path>[^"'`\n]{1,300})["'`]: file (?:changed since it was read|no longer exists)/i,
    ),
    sure(/^file (?:changed|modified) since (?:it was |the )?(?:last )?read/i),
    sure(/^(?:[Tt]he )?[Ff]ile (?:content|contents|on disk) (?:has|have) changed since/),
    sure(/^(?:The )?(?:content|contents) of [`'"]?(?<path>[^\n]{1,300}?)[`'"]? (?:has|have) changed since/),
    sure(
      /^[`'"]?(?<path>[^\s`'"]{1,300})[`'"]? (?:has |was )?(?:been )?(?:changed|modified)(?: on disk| externally)? since (?:you|it was|the last) /,
    ),
    sure(/^(?:Stale|Outdated) (?:file|version|read|content)\b/i),
    sure(/^(?:Version|Hash|Checksum|etag) mismatch[^\n]{0,80}(?:file|read|changed)/i),
    sure(/^(?:The )?[Ff]ile (?:has|was) (?:been )?changed (?:on disk )?(?:since|after)/),
    ...inOtherLanguages('FS_STALE_VERSION'),
    sure(/^(?:文件)(?:已被修改|在读取后(?:已)?(?:被)?(?:修改|更改))/),
  ],
  match: ({ roles }) => (roles.includes('shell') || roles.includes('search') ? 'no' : undefined),
  cause: () => '',
  scope: 'target',
  guide({ facts }, place) {
    const path = shownPath(facts, place);
    return {
      what: `The file${pathWord(path)} changed after you read it.`,
      why: 'A person, a formatter or another program wrote it since; writing now would undo that. Nothing was changed.',
      next: [
        `Read${pathWord(path) || ' the file'} again ${withTool(place.toolFor('read'), 'with the reading tool')}.`,
        'Then make the change on the new content.',
      ],
    };
  },
  // It may repeat after each read on some systems (errors.md part A2): then reading again does not help.
  strengthened:
    'Reading again did not help: change the file another way, for example with one small edit right after the read, or with a command. Re-read the tool schema now.',
};
