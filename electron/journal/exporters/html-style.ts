/** The page's look: light on paper, light or dark on a screen by the system; states carry a word beside their colour. */
export const htmlStyle = `
:root { color-scheme: light dark; --bg: #ffffff; --fg: #16181b; --dim: #5b6068; --line: #d9dce0; --well: #f4f5f7;
  --good: #0b6b60; --mend: #1d4f9e; --wait: #7a4b00; --stop: #a3262e; }
@media (prefers-color-scheme: dark) { :root { --bg: #141619; --fg: #e8eaec; --dim: #a2a6ac; --line: #363a3e; --well: #0a0c0f;
  --good: #63d4c6; --mend: #8fb8ff; --wait: #f0b75a; --stop: #ff8f8f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1040px; padding: 24px; background: var(--bg); color: var(--fg); font: 13px/20px system-ui, sans-serif; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 28px 0 8px; } h3 { font-size: 13px; margin: 0; }
p { margin: 4px 0; } .dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 400; } table.turns td:first-child { white-space: nowrap; }
pre { margin: 6px 0; padding: 8px; background: var(--well); border: 1px solid var(--line); border-radius: 4px; font: 12px/18px ui-monospace, Menlo, Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; }
section { margin: 12px 0; padding: 12px; border: 1px solid var(--line); border-radius: 6px; }
.good { color: var(--good); } .mend { color: var(--mend); } .wait { color: var(--wait); } .stop { color: var(--stop); }
.sign { color: var(--stop); font-weight: 400; }
ol { margin: 6px 0; padding-left: 20px; }
@media print { :root { color-scheme: light; --bg: #ffffff; --fg: #000000; --dim: #444444; --line: #bbbbbb; --well: #ffffff;
  --good: #0b6b60; --mend: #1d4f9e; --wait: #7a4b00; --stop: #a3262e; }
  body { max-width: none; padding: 0; font-size: 10pt; } section { break-inside: auto; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
`;
