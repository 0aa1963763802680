import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutterLineClass,
  GutterMarker,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { lineDiff } from '../../components/line-diff.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { Override, OverrideProblem } from './use-override.ts';

const look = HighlightStyle.define([
  { tag: tags.propertyName, class: 'jk' },
  { tag: tags.string, class: 'js' },
  { tag: [tags.number, tags.bool, tags.null], class: 'jn' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], class: 'jp' },
]);

const setMarks = StateEffect.define<{ readonly lines: DecorationSet }>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value.lines;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class LineMark extends GutterMarker {
  override readonly elementClass: string;
  constructor(elementClass: string) {
    super();
    this.elementClass = elementClass;
  }
}
const modified = new LineMark('cm-mod');
const wrong = new LineMark('cm-err');

/** Changed lines are blue in the gutter, a wrong line is red; both are drawn from the same judgement as the foot of the card. */
const gutterMarks = (read: () => Override): Extension =>
  gutterLineClass.compute(['doc', marks], (state) => {
    const override = read();
    const bad = new Set(override.problems.map((problem) => problem.line));
    const added = new Set(lineDiff(override.original, state.doc.toString()).flatMap((line) => (line.type === 'add' ? [line.number] : [])));
    const builder = new RangeSetBuilder<GutterMarker>();
    for (let line = 1; line <= state.doc.lines; line += 1) {
      const mark = bad.has(line) ? wrong : added.has(line) ? modified : undefined;
      if (mark !== undefined) builder.add(state.doc.line(line).from, state.doc.line(line).from, mark);
    }
    return builder.finish();
  });

/** What is wrong, why, and the fix: below the line it is about. Text only. */
class ProblemNote extends WidgetType {
  readonly problem: OverrideProblem;
  constructor(problem: OverrideProblem) {
    super();
    this.problem = problem;
  }
  override eq(other: ProblemNote): boolean {
    return (
      other.problem.message === this.problem.message &&
      other.problem.fix?.insert === this.problem.fix?.insert &&
      other.problem.start === this.problem.start
    );
  }
  override toDOM(view: EditorView): HTMLElement {
    // The box around it carries the distance as padding: the editor measures blocks without their margins.
    const block = document.createElement('div');
    block.className = 'msg-block';
    const note = document.createElement('div');
    note.className = 'msg';
    block.append(note);
    note.setAttribute('role', 'alert');
    const why = document.createElement('div');
    why.className = 'why';
    why.textContent = `${inertLine(this.problem.message, 300)}.`;
    note.append(why);
    const { fix } = this.problem;
    if (fix !== undefined) {
      const acts = document.createElement('div');
      acts.className = 'acts';
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'btn';
      const key = document.createElement('kbd');
      key.textContent = 'Alt Enter';
      button.append(key, inertLine(fix.label, 60));
      button.onclick = () => applyFix(view, this.problem);
      acts.append(button);
      note.append(acts);
    }
    return block;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

function applyFix(view: EditorView, problem: OverrideProblem | undefined): boolean {
  if (problem?.fix === undefined) return false;
  view.dispatch({ changes: { from: problem.start, to: problem.end, insert: problem.fix.insert } });
  view.focus();
  return true;
}

function decorate(override: Override, state: EditorState): DecorationSet {
  const { length } = state.doc;
  const ranges = override.problems.slice(0, 20).flatMap((problem, at) => {
    const from = Math.min(problem.start, length);
    const to = Math.min(Math.max(problem.end, from + 1), length);
    const line = state.doc.lineAt(from);
    // The arguments as a whole have no line of their own: their note stands at the end.
    const whole = problem.end - problem.start >= length - 2;
    return [
      ...(whole ? [] : [Decoration.line({ class: 'cm-errline' }).range(line.from)]),
      ...(to > from && !whole && to <= line.to ? [Decoration.mark({ class: 'wave' }).range(from, to)] : []),
      ...(at < 3 ? [Decoration.widget({ widget: new ProblemNote(problem), block: true, side: 1 }).range(whole ? length : line.to)] : []),
    ];
  });
  return Decoration.set(ranges, true);
}

/** CodeMirror over the override's text. Hidden characters show as signs, as everywhere. */
export default function JsonEditor({
  override,
  onSend,
  onLeave,
}: {
  readonly override: Override;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef({ override, onSend, onLeave });
  latest.current = { override, onSend, onLeave };
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      doc: latest.current.override.text,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        highlightSpecialChars({
          addSpecialChars: /[\u00a0\u034f\u115f\u1160\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\uffa0]/g,
        }),
        json(),
        syntaxHighlighting(look),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Arguments as JSON', spellcheck: 'false' }),
        marks,
        gutterMarks(() => latest.current.override),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              latest.current.onSend();
              return true;
            },
          },
          {
            key: 'Alt-Enter',
            run: (view) =>
              applyFix(
                view,
                latest.current.override.problems.find((problem) => problem.fix !== undefined),
              ),
          },
          {
            key: 'Escape',
            run: () => {
              latest.current.onLeave();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.override.change(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    editor.focus();
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const shown = editor.state.doc.toString();
    if (shown !== override.text) editor.dispatch({ changes: { from: 0, to: shown.length, insert: override.text } });
    editor.dispatch({ effects: setMarks.of({ lines: decorate(override, editor.state) }) });
  }, [override]);
  return <div ref={host} />;
}
