/** The shape of an OTLP/JSON trace request, written down from the published protocol (trace/v1, JSON mapping): hex ids, 64-bit numbers as text. */
const value = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    stringValue: { type: 'string' },
    intValue: { type: 'string', pattern: '^-?\\d+$' },
    doubleValue: { type: 'number' },
    boolValue: { type: 'boolean' },
    arrayValue: { type: 'object', required: ['values'], properties: { values: { type: 'array', items: { $ref: '#/$defs/value' } } } },
  },
};
const nanos = { type: 'string', pattern: '^\\d{16,20}$' };
const attributes = { type: 'array', items: { $ref: '#/$defs/attribute' } };
const event = {
  type: 'object',
  required: ['timeUnixNano', 'name'],
  additionalProperties: false,
  properties: { timeUnixNano: nanos, name: { type: 'string', minLength: 1 }, attributes },
};
const span = {
  type: 'object',
  required: ['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano'],
  additionalProperties: false,
  properties: {
    traceId: { type: 'string', pattern: '^(?!0{32})[0-9a-f]{32}$' },
    spanId: { type: 'string', pattern: '^(?!0{16})[0-9a-f]{16}$' },
    parentSpanId: { type: 'string', pattern: '^[0-9a-f]{16}$' },
    name: { type: 'string', minLength: 1 },
    kind: { enum: [0, 1, 2, 3, 4, 5] },
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    events: { type: 'array', items: event },
    status: { type: 'object', additionalProperties: false, properties: { code: { enum: [0, 1, 2] }, message: { type: 'string' } } },
  },
};
export const otlpSchema = {
  type: 'object',
  required: ['resourceSpans'],
  additionalProperties: false,
  properties: {
    resourceSpans: {
      type: 'array',
      items: {
        type: 'object',
        required: ['resource', 'scopeSpans'],
        additionalProperties: false,
        properties: {
          resource: { type: 'object', properties: { attributes } },
          scopeSpans: {
            type: 'array',
            items: {
              type: 'object',
              required: ['scope', 'spans'],
              additionalProperties: false,
              properties: { scope: { type: 'object', required: ['name'] }, spans: { type: 'array', items: span } },
            },
          },
        },
      },
    },
  },
  $defs: {
    value,
    attribute: {
      type: 'object',
      required: ['key', 'value'],
      additionalProperties: false,
      properties: { key: { type: 'string', minLength: 1 }, value: { $ref: '#/$defs/value' } },
    },
  },
};
