import type { FaultPattern, Wording } from '../fault-pattern.ts';

const sure = (at: RegExp): Wording => ({ at, trust: 'sure' });
const likely = (at: RegExp): Wording => ({ at, trust: 'likely' });

/** `Offset 500 is beyond end of file (120 lines total)` */
export const viewRange: FaultPattern = {
  id: 'EI/VIEW_RANGE_OUT_OF_BOUNDS/001',
  title: 'Lines outside the file',
  category: 'VIEW_RANGE_OUT_OF_BOUNDS',
  priority: 73,
  description: 'The asked lines lie beyond the end of the file, are in the wrong order or below the first line.',
  sample: 'Offset 500 is beyond end of file (120 lines total)',
  wordings: [
    sure(
      /^Invalid [`'"]?(?:view_range|insert_line|line_range|range)[`'"]?(?: parameter)?: [^\n]{0,200}? within the range of (?:lines|allowed values)[^\n]{0,40}: \[\d{1,9}, ?(?<lines>\d{1,9})\]/,
    ),
    sure(
      /^Invalid [`'"]?(?:view_range|insert_line|line_range|range)[`'"]?(?: parameter)?: [^\n]{0,200}?number of lines in the file: [`'"]?(?<lines>\d{1,9})/,
    ),
    sure(/^Invalid insert_line: [^\n]{0,200}?(?:in the range \d{1,9}-\d{1,9})?[^\n]{0,40}?The file has (?<lines>\d{1,9}) lines/),
    sure(
      /^Invalid [`'"]?(?:view_range|insert_line|line_range|range)[`'"]?(?: parameter)?: [^\n]{0,200}? (?:should|must) be (?!a list|an array)/,
    ),
    sure(
      /^Invalid (?:insert_line|offset|start_line|end_line|line(?: number)?|start|line range): ?-?\d[^\n]{0,160}(?:range|between|lines|size|exceeds|beyond|greater)[^\n]{0,60}/i,
    ),
    sure(/^Offset -?\d{1,12} is (?:beyond|past) (?:the )?end of (?:the )?file(?: \((?<lines>\d{1,9}) lines)?/i),
    sure(
      /^Offset -?\d{1,12} (?:is out of range|exceeds|is greater than)[^\n]{0,160}?(?:\((?<lines>\d{1,9}) lines\)|$|\n|has (?<size>\d{1,9}))?/i,
    ),
    sure(/^offset -?\d{1,12} is out of range for [^\n]{1,300}? \((?<lines>\d{1,9}) lines\)/i),
    sure(/^(?:offset|line|start_line|startLine|start|insert_line) must be a (?:1-indexed|one-based|1-based)[^\n]{0,60}/i),
    sure(/^(?:endLine|end_line|end)(?: \(-?\d{1,9}\))? must be (?:greater than|>=|at least|after)[^\n]{0,80}/i),
    sure(
      /^(?:startLine|start_line|start|offset)(?: \(-?\d{1,9}\))? (?:must be|cannot be|is) (?:less than|<=|before|greater than|beyond)[^\n]{0,80}/i,
    ),
    sure(
      /^(?:Warning: )?the file exists but is shorter than the provided offset(?: \(\d{1,9}\))?\.(?: The file has (?<lines>\d{1,9}) lines)?/,
    ),
    sure(
      /^(?:Requested )?(?:line|lines|start line|end line|line range|range)(?: number)? -?\d{1,9}(?:[-–]\d{1,9})? (?:is|are|exceeds?|out)(?: out of| beyond| past| greater than| larger than|side)?[^\n]{0,60}?(?:range|bounds|file|length|end|total)[^\n]{0,40}?(?<lines>\d{1,9})?/i,
    ),
    sure(
      /^(?:start_?line|end_?line|line(?:_offset|_number)?|offset|start|end)(?: number)?:? \(?-?\d{1,9}\)? (?:is |was )?(?:greater|larger|higher|exceeds|beyond|past|outside|out of)[^\n]{0,60}?(?:lines|range|bounds|file|length|end)(?:[^\n\d]{0,40}(?<lines>\d{1,9}))?/i,
    ),
    sure(
      /^(?:offset|start_line|startLine|start line|line offset) exceeds (?:the )?(?:file length|length of the file|number of lines|directory entry count|total(?: (?:number of )?lines)?)(?: of \d{1,9}(?: lines)?)?(?:$|[.(\n])/i,
    ),
    sure(
      /^(?:Invalid line range: )?(?:start line|line offset|offset) -?\d{1,9} exceeds (?:the )?(?:file length|length of the file|total number of lines)(?: of)? ?\(?(?<lines>\d{1,9})?/i,
    ),
    sure(/^(?:start|first) line -?\d{1,9} must be (?:less than|before|smaller than|at most) (?:the )?(?:end|last) line -?\d{1,9}/i),
    likely(/^(?:starting|ending) index: -?\d{1,9} is outside of the allowed range: \(-?\d{1,9}, (?<lines>\d{1,9})\)/),
    sure(/^(?:Line range|View range|Range) (?:is )?(?:out of (?:bounds|range)|invalid)/i),
    sure(/^File (?:only )?has (?:only )?(?<lines>\d{1,9}) lines?\b[^\n]{0,60}(?:but|offset|start|requested|beyond)/),
    likely(
      /^(?:Offset|Line|start_line|end_line|startLine|endLine|start|end)(?: \(-?\d{1,9}\))? must be (?:a )?(?:non-negative|positive|greater than|>=|at least|between|\d{1,3} or greater)[^\n]{0,60}/i,
    ),
  ],
  match: ({ roles }) => (roles.includes('shell') && !roles.includes('read') ? 'no' : undefined),
  cause: () => '',
  scope: 'target',
  guide({ facts }, place) {
    const { lines, size } = facts;
    return {
      what: `The lines that "${place.tool}" was asked for are not in the file.`,
      why:
        lines !== undefined
          ? `The file has ${lines} lines, counted from 1, and the end cannot come before the start.`
          : size !== undefined
            ? `The file has ${size} bytes.`
            : 'Lines are counted from 1 to the last line of the file, and the end cannot come before the start.',
      next: [
        lines === undefined
          ? 'Choose a start inside the file, or leave the range out to see how long it is.'
          : `Choose lines from 1 to ${lines}, or leave the range out.`,
        'If the file ends there, you have seen all of it.',
      ],
    };
  },
  strengthened: 'Leave the range out this time; re-read the tool schema now for how lines are counted.',
};
