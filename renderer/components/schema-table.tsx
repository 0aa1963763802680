import { isJsonObject, type Json, own } from '../../shared/json.ts';
import { inertLine } from './inert-text.ts';
import { article, checkStructure, describeType, escapePointer, typeName } from './structural-check.ts';

interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly here: { readonly text: string; readonly state: 'valid' | 'absent' | 'wrong' | 'unread' };
}

/** One row a parameter, with what stands "here": in this call's arguments. Undefined: they are no JSON, so that nothing is known of what they hold. */
export function schemaRows(schema: Json, value: Json | undefined): readonly SchemaRow[] {
  const properties = isJsonObject(schema) ? own(schema, 'properties') : undefined;
  const required = isJsonObject(schema) ? own(schema, 'required') : undefined;
  const given = isJsonObject(value) ? value : {};
  const issues = value === undefined ? [] : checkStructure(schema, value);
  const rows = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, part]): SchemaRow => {
    const must = Array.isArray(required) && required.includes(name);
    const present = own(given, name);
    const pointer = `/${escapePointer(name)}`;
    const wrong = issues.find((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`));
    const here =
      value === undefined
        ? { text: '–', state: 'unread' as const }
        : present === undefined
          ? { text: 'not given', state: must ? ('wrong' as const) : ('absent' as const) }
          : wrong === undefined
            ? { text: 'valid', state: 'valid' as const }
            : {
                text: wrong.message.includes('must be a') && wrong.pointer === pointer ? article(typeName(present)) : 'not valid',
                state: 'wrong' as const,
              };
    return { name, type: describeType(part), required: must, here };
  });
  const extra = Object.keys(given).filter((name) => !isJsonObject(properties) || own(properties, name) === undefined);
  return [
    ...rows,
    ...extra.map((name): SchemaRow => ({ name, type: 'not in the schema', required: false, here: { text: 'given', state: 'valid' } })),
  ];
}

/** The tool as this request offered it. Wrong rows are amber on a card and red under the editor. */
export function SchemaTable({
  schema,
  value,
  editing,
}: {
  readonly schema: Json;
  readonly value: Json | undefined;
  readonly editing?: boolean | undefined;
}) {
  const rows = schemaRows(schema, value);
  if (rows.length === 0) return <p className="sm muted">This tool was offered without a schema for its arguments.</p>;
  return (
    <table className="schema">
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Type</th>
          <th scope="col">
            <span className="sr">Required</span>
          </th>
          <th scope="col">Here</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className={row.here.state === 'wrong' && editing === true ? 'err' : undefined}>
            <td>{inertLine(row.name, 60)}</td>
            <td>{inertLine(row.type, 120)}</td>
            <td>{row.required ? 'required' : ''}</td>
            <td className={row.here.state === 'wrong' ? (editing === true ? undefined : 'fg held') : 'muted'}>{row.here.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
