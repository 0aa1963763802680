import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { pathWord, shownPath, withTool } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const sure = (at: RegExp): Wording => ({ at, trust: 'sure' });

/** `File has not been read yet. Read it first before writing to it.` */
export const fsNotObserved: FaultPattern = {
  id: 'EI/FS_NOT_OBSERVED/001',
  title: 'File was not read first',
  category: 'FS_NOT_OBSERVED',
  priority: 76,
  description: 'A file was to be changed that the model has not read in this session.',
  sample: '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
  wordings: [
    sure(/^File has not been read yet/),
    sure(/^File [`'"]?(?<path>[^\n]{1,300}?)[`'"]? has not been read(?: yet| in this session| before)?/),
    sure(
      /^You (?:must|need to|have to|should) (?:first )?read (?:the )?(?:file |contents of )?[`'"]?(?<path>[^\n]{0,300}?)[`'"]? ?(?:first )?before (?:over)?(?:writing|editing|modifying|making|you|it)\b/i,
    ),
    sure(/^You must use the \w{1,40} tool to read [`'"]?(?<path>[^\n]{1,300}?)[`'"]? before (?:editing|writing|overwriting|modifying)/),
    sure(/^(?:edit|write|multiedit|patch|overwrite) requires reading ["'`](?<path>[^"'`\n]{1,300})["'`] first/i),
    sure(/^cannot (?:overwrite|edit|write|modify)(?: existing)? ["'`](?<path>[^"'`\n]{1,300})["'`] without reading it first/i),
    sure(/^[\w.-]{1,60} blocked [—–-]{1,2} (?<path>[^\n]{1,300}?) already exists and you have not read its current version/),
    sure(/^(?:The )?file [`'"]?(?<path>[^\n]{0,300}?)[`'"]? ?(?:must|needs to|has to) be read (?:first|before)/i),
    sure(/^(?:Please |You need to |You have to )?[Rr]ead (?:the file|it) (?:first )?before (?:editing|writing|overwriting|modifying)/),
    sure(
      /^(?:You (?:have not|haven't)|The model has not|Agent has not) read (?:the )?(?:file )?[`'"]?(?<path>[^\n]{0,300}?)[`'"]?(?: yet)?(?:[.,;:]|$)/,
    ),
    sure(/^(?:Refusing|Refused) to (?:edit|write|overwrite)[^\n]{0,300}(?:not been read|without reading|unread)/i),
    sure(/^(?:必须|请)先读取(?:文件)?/),
    ...inOtherLanguages('FS_NOT_OBSERVED'),
  ],
  cause: () => '',
  scope: 'target',
  guide({ facts }, place) {
    const path = shownPath(facts, place);
    return {
      what: `The file${pathWord(path)} was not read before this change.`,
      why: 'The tool changes a file only after its content was read in this session; nothing was changed.',
      next: [
        `Read${pathWord(path) || ' the file'} ${withTool(place.toolFor('read'), 'with the reading tool')} now.`,
        'Then repeat the change, based on what the file really holds.',
      ],
    };
  },
  strengthened: 'Read the file now, before any other step; re-read the tool schema now.',
};
