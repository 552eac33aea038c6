import type { JsonSchema, ToolDefinition } from '@toolwire/core';
import { fixtureTool } from './fixture-tool.ts';

const choices = (...values: readonly string[]) => values.map((value) => ({ const: value, title: `Choice ${value}` }));

const defaults: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const enums: JsonSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: choices('value1', 'value2', 'value3') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: choices('value1', 'value2', 'value3') } },
  },
};

const person: JsonSchema = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

/** Tools that ask clients of 2025 by a request of the server's, with forms of every kind. */
export function formTools(): readonly ToolDefinition[] {
  return [
    askingForm('test_elicitation_sep1034_defaults', 'Fill in what you like.', defaults),
    askingForm('test_elicitation_sep1330_enums', 'Choose.', enums),
    fixtureTool('test_elicitation', {
      description: 'Asks for a username and an email address.',
      input: textInput('message'),
      run: async (input, { ask }) => {
        const message = String(Reflect.get(Object(input) as object, 'message'));
        const { answer } = await ask({ answer: { kind: 'form', message, schema: person } });
        return `User response: ${JSON.stringify(answer)}`;
      },
    }),
    fixtureTool('test_sampling', {
      description: "Asks the caller's model.",
      input: textInput('prompt'),
      run: async (input, { ask }) => {
        const text = String(Reflect.get(Object(input) as object, 'prompt'));
        const { answer } = await ask({
          answer: {
            kind: 'sampling',
            params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 },
          },
        });
        return `LLM response: ${JSON.stringify(answer.content)}`;
      },
    }),
  ];
}

function askingForm(name: string, message: string, schema: JsonSchema): ToolDefinition {
  return fixtureTool(name, {
    description: message,
    run: async (_input, { ask }) => {
      const { answer } = await ask({ answer: { kind: 'form', message, schema } });
      return `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`;
    },
  });
}

function textInput(name: string): JsonSchema {
  return { type: 'object', properties: { [name]: { type: 'string', description: 'A text.' } }, required: [name] };
}
