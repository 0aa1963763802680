import type { FaultPattern, Wording } from '../fault-pattern.ts';
import { pathWord, shownPath, withTool } from '../guide-names.ts';
import { inOtherLanguages } from '../wordings-in-other-languages.ts';

const OLD =
  '(?:old[_ ]?(?:string|str|text|content)|oldString|oldText|search|SEARCH|the (?:string|text)|string|text|insert_after|search (?:block|string|text|content)|target (?:content|text|string)|anchor(?: text)?)';
const missing = (source: string, trust: 'sure' | 'likely' = 'sure', flags = ''): Wording => ({
  at: new RegExp(source.replaceAll('OLD', OLD), flags),
  trust,
  variant: 'not_found',
});
const several = (source: string, trust: 'sure' | 'likely' = 'sure', flags = ''): Wording => ({
  at: new RegExp(source.replaceAll('OLD', OLD), flags),
  trust,
  variant: 'ambiguous',
});

/** `No sufficiently similar match found at line: 12 (87% similar, needs 100%)` */
export const diffMatchFailed: FaultPattern = {
  id: 'EI/DIFF_MATCH_FAILED/001',
  title: 'Edit does not match the file',
  category: 'DIFF_MATCH_FAILED',
  priority: 72,
  description: 'The text to replace is not in the file as written, or it is there more than once.',
  sample:
    'Unable to apply diff to file: /w/src/x.ts\n\n<error_details>\nNo sufficiently similar match found at line: 12 (87% similar, needs 100%)\n</error_details>',
  wordings: [
    missing('^No sufficiently similar match found'),
    missing('^No match found (?:in file|for (?:the )?(?:specified |provided |given )?[\'"`]?OLD)'),
    missing('^no occurrences of [^\\n]{1,600}? (?:were |was )?found\\b', 'likely', 'i'),
    missing('^No match(?:es)? found for (?:the )?(?:replacement|edit|patch|hunk)\\b'),
    missing('^SEARCH/REPLACE blocks? (?:\\d{1,3} )?failed\\b'),
    missing('^No exact match(?:es)? (?:found|for)'),
    missing('^(?:No match for|Could not match|Failed to match) (?:the )?(?:search|hunk|context|diff|block|OLD)', 'sure', 'i'),
    missing(
      '^(?:The )?(?:provided )?[\'"`]?OLD[\'"`]?(?: to (?:be )?replaced?)? (?:was |is |could )?not (?:be )?found(?: in| \\d| using|$|[\\s.:])',
      'sure',
      'i',
    ),
    missing('^(?:The )?[\'"`]?OLD[\'"`]? (?:found|matched) 0 times', 'sure', 'i'),
    missing('^(?:The )?[\'"`]?OLD[\'"`]?[^]{0,600}? did not appear verbatim', 'sure', 'i'),
    missing("^(?:The )?(?:file )?(?:does not|doesn't) contain (?:the )?(?:exact )?OLD", 'sure', 'i'),
    missing(
      '^(?:The )?[\'"`]?OLD[\'"`]? must (?:appear|occur|match|be found) exactly once[^\\n]{0,200}? but (?:it )?(?:does not|did not|was not|is not)',
      'sure',
      'i',
    ),
    missing('^Could not find matching text(?: to replace| for edit|$|[\\s.])'),
    missing('^text not found in '),
    missing('^(?:The )?content (?:was )?not found in (?:the )?file\\b', 'sure', 'i'),
    missing('^Could not find (?:a |any )?match(?:es)? for (?:the )?[\'"`]?OLD', 'sure', 'i'),
    missing('^no occurrences found$', 'likely', 'i'),
    missing('^(?:Edit|Patch|Diff) could not be applied: ', 'sure', 'i'),
    missing('^Could not find edits\\[\\d{1,4}\\] in '),
    missing('^Could not find (?:an |the )?exact (?:match|text|string)'),
    missing('^Could not find (?:the )?(?:exact )?[\'"`]?OLD[\'"`]?(?: to replace| in|$|[\\s.:])', 'sure', 'i'),
    missing('^Failed to find (?:expected lines|context|the (?:string|text))(?: [\'"`][^\\n]{0,200}[\'"`])? in '),
    missing('^Failed to find expected lines in'),
    missing('^Failed to find context'),
    missing(
      '^(?:could not|unable to|failed to) (?:find|locate|match) (?:the )?(?:insert_(?:after|before)|search|anchor|OLD|expected|context|hunk)[^\\n]{0,60}',
      'sure',
      'i',
    ),
    missing('^Guard mismatch: unable to find'),
    missing('^(?:Failed to edit, )?(?:0 occurrences found|could not find the string to replace)', 'sure', 'i'),
    missing('^Expected \\d{1,6} occurrences? but found 0\\b'),
    missing('^(?:Occurrence count mismatch[^\\n]{0,300}\\n+(?:<error_details>\\n)?)Expected \\d{1,6} occurrence\\(s\\) but found 0'),
    missing('^(?:SearchReplaceNoExactMatch|SEARCH block failed to match|This SEARCH block failed to exactly match)', 'sure', 'i'),
    missing('^(?:# )?\\d{1,3} SEARCH/REPLACE blocks? failed to match', 'sure'),
    missing('^The SEARCH block:?[\\s\\S]{0,1500}?does not match anything in the file'),
    missing('^(?:Invalid Context|Invalid EOF Context) \\d{1,8}:'),
    missing(
      '^(?:(?:patch|diff|edit) failed: )?(?:Hunk #?\\d{1,4}|Patch hunk|Hunk) (?:failed|could not be applied|does not match)',
      'sure',
      'i',
    ),
    missing('^(?:apply_patch verification failed: )(?:Failed to find|invalid hunk context|context)', 'sure'),
    missing('^(?:the )?(?:edit|patch|diff) (?:could not be applied|did not apply|does not apply|failed to apply)', 'likely', 'i'),
    // Zed, aider
    missing('^Some edits were produced but none of them could be applied'),
    missing('^(?:UnifiedDiffNoMatch|# \\d{1,3} diff hunks? failed)\\b'),
    missing('^(?:hunk failed to apply!\\s{1,4})?[^\\n]{1,300} does not contain lines that match the diff'),
    several('^UnifiedDiffNotUnique\\b'),
    several('^(?:<old_text>|`?<old_text>`?) matches more than one position'),
    ...inOtherLanguages('DIFF_MATCH_FAILED'),
    several(
      '^Found (?:\\d{1,6}|multiple) (?:matches|occurrences|instances|exact matches)(?: of| for)? (?:the )?[\'"`]?(?:OLD|the text)',
      'sure',
      'i',
    ),
    several('^Found (?:\\d{1,6}|multiple) (?:matches|occurrences|instances)', 'likely'),
    several('^Occurrence count mismatch'),
    several('^(?:Expected|expected) (?:\\d{1,6}|one|exactly one) (?:replacement|occurrence|match)(?:e?s)?(?:\\(s\\))?,? but found [1-9]'),
    several('^\\d{1,6} occurrences of [^\\n]{1,600}? (?:were |was )?found when only (?:1|one) is expected'),
    several('^(?:Multiple|Several) (?:occurrences|matches|instances)[^\\n]{0,40}', 'sure', 'i'),
    several(
      '^(?:The )?[\'"`]?OLD[\'"`]?[^\\n]{0,200}? (?:matched|occurs|appears|is found|was found|found|exists) (?:[2-9]|[1-9]\\d{1,5}|multiple|more than once|several)',
      'sure',
      'i',
    ),
    several('^(?:The )?[\'"`]?OLD[\'"`]? (?:is|was|are) (?:not unique|ambiguous)', 'sure', 'i'),
    several('^(?:The )?[\'"`]?OLD[\'"`]? must (?:be unique|(?:appear|occur|match|be found) exactly once)', 'sure', 'i'),
  ],
  match: ({ roles }) => (roles.includes('shell') || roles.includes('fetch') ? 'no' : undefined),
  cause: ({ variant }) => variant,
  scope: 'target',
  guide({ variant, facts }, place) {
    const path = shownPath(facts, place);
    const reader = place.toolFor('read');
    if (variant === 'ambiguous') {
      return {
        what: `The text to replace is in the file${pathWord(path)} more than once.`,
        why: 'An edit is made only where it is certain which place is meant; nothing was changed.',
        next: [
          'Add lines before and after to the old text until it is unique.',
          'Or replace all places on purpose, if the tool has a parameter for that.',
        ],
      };
    }
    return {
      what: `The text to replace is not in the file${pathWord(path)} as you wrote it.`,
      why: 'It has to match letter by letter, white space included; the file may have changed since you saw it. Nothing was changed.',
      next: [
        ...(facts.closest === undefined ? [] : [`The closest content of the file is: ${facts.closest}`]),
        `Read the place again ${withTool(reader, 'from the file')}, then copy the old text from there exactly.`,
        'Keep the edit small: a few lines that are surely in the file.',
      ],
    };
  },
  strengthened: 'Do not repeat the edit from memory: read the file now, and re-read the tool schema now.',
};
