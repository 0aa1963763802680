import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { bracketNameRequest } from './bracket-name-request.ts';
import { jsonElement } from './json-element.ts';
import { toolRequest } from './tool-request.ts';
import { toolsTag } from './tools-tag.ts';

describe('tool-request', () =>
  checkFormatTable(toolRequest, {
    valid: [
      {
        name: 'tokens inside JSON are data',
        text: '[TOOL_REQUEST]\n{"name":"bash","arguments":{"command":"[END_TOOL_REQUEST]"}}\n[END_TOOL_REQUEST]',
        calls: ['bash {"command":"[END_TOOL_REQUEST]"}'],
      },
    ],
    invalid: [
      { name: 'not JSON', text: "[TOOL_REQUEST]\n{'name': 'bash'}\n[END_TOOL_REQUEST]", found: 'bad_arguments' },
      { name: 'not closed', text: '[TOOL_REQUEST]\n{"name":"bash","arguments":{}}', found: 'incomplete' },
      { name: "another client's own protocol", text: '[TOOL_REQUEST]>>>\ntool_name:「始」x「末」', found: 'no' },
    ],
  }));

describe('tools-tag', () =>
  checkFormatTable(toolsTag, {
    valid: [
      {
        name: 'lines',
        text: '<tools>\n{"name":"bash","arguments":{"command":"a"}}\n{"name":"get_time","arguments":{}}\n</tools>',
        calls: ['bash {"command":"a"}', 'get_time {}'],
      },
      {
        name: 'own closing tag in a string',
        text: '<tools>{"name":"bash","arguments":{"command":"</tools>"}}</tools>',
        calls: ['bash {"command":"</tools>"}'],
      },
    ],
    invalid: [
      { name: 'a definition', text: '<tools>{"name":"bash","description":"x","parameters":{"type":"object"}}</tools>', found: 'no' },
      { name: 'a wrapped definition', text: '<tools>{"type":"function","function":{"name":"bash"}}</tools>', found: 'no' },
      { name: 'not closed', text: '<tools>{"name":"bash","arguments":{}}', found: 'incomplete' },
    ],
  }));

describe('json-element', () =>
  checkFormatTable(jsonElement, {
    valid: [
      {
        name: 'tool_use',
        text: '<tool_use>\n<name>bash</name>\n<input>{"command": "ls"}</input>\n</tool_use>',
        calls: ['bash {"command": "ls"}'],
      },
      {
        name: 'tool',
        text: '<tool><name>bash</name><arguments>{"command":"</arguments></tool>"}</arguments></tool>',
        calls: ['bash {"command":"</arguments></tool>"}'],
      },
      { name: 'tool_name', text: '<tool_use><tool_name>get_time</tool_name><arguments>{}</arguments></tool_use>', calls: ['get_time {}'] },
    ],
    invalid: [
      { name: 'bare text', text: '<tool><name>bash</name><arguments>ls -la</arguments></tool>', found: 'no' },
      { name: 'other markup', text: '<tool><title>Hammer</title></tool>', found: 'no' },
      { name: 'cut in JSON', text: '<tool_use><name>bash</name><input>{"command": "l', found: 'incomplete' },
      { name: 'crossed closing tags', text: '<tool_use><name>bash</name><input>{}</arguments></tool_use>', found: 'shape' },
    ],
  }));

describe('bracket-name-request', () =>
  checkFormatTable(bracketNameRequest, {
    valid: [{ name: 'simple', text: '[bash]\n{"command": "ls"}\n[END_TOOL_REQUEST]', calls: ['bash {"command": "ls"}'] }],
    invalid: [
      { name: 'a link', text: '[bash](https://example.invalid)', found: 'no' },
      { name: 'not closed', text: '[bash]\n{"command": "ls"}\n', found: 'incomplete' },
    ],
  }));
