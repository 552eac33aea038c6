import type { InputAnswer, InputRequest, ToolDefinition } from '@toolwire/core';
import { fixtureTool } from './fixture-tool.ts';

/** Asks for one field of a form. */
export function form(message: string, field: string, type: 'string' | 'boolean'): InputRequest {
  return {
    kind: 'form',
    message,
    schema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  };
}

/** The content of a form field as text, or nothing if the user declined. */
export function fieldOf({ action, content }: InputAnswer, field: string): string | undefined {
  if (action !== 'accept' || typeof content !== 'object' || content === null) return undefined;
  const value: unknown = Reflect.get(content, field);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sampling(text: string, maxTokens: number): InputRequest {
  return { kind: 'sampling', params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens } };
}

const yourName = form('What is your name?', 'name', 'string');

/** Tools that ask their caller for input before they answer. */
export function askingTools(): readonly ToolDefinition[] {
  return [
    fixtureTool('test_missing_capability', {
      description: "Asks the caller's model, whether or not there is one.",
      run: async (_input, { ask }) => {
        await ask({ thought: sampling('What do you think?', 10) });
        return 'It has an opinion.';
      },
    }),
    fixtureTool('test_streaming_elicitation', {
      description: 'Reports progress, then asks for a name.',
      run: async (_input, { ask, progress }) => {
        progress(1, 2, 'Asking');
        const { user_name: name } = await ask({ user_name: yourName });
        return `Hello, ${fieldOf(name, 'name')}!`;
      },
    }),
    fixtureTool('test_input_required_result_elicitation', {
      description: 'Asks for a name and greets it.',
      run: async (_input, { ask }) => {
        const { user_name: name } = await ask({ user_name: yourName });
        return `Hello, ${fieldOf(name, 'name')}!`;
      },
    }),
    fixtureTool('test_input_required_result_sampling', {
      description: "Asks the caller's model for a capital.",
      run: async (_input, { ask }) => {
        const { capital_question: answer } = await ask({
          capital_question: sampling('What is the capital of France?', 100),
        });
        return answer.content;
      },
    }),
    fixtureTool('test_input_required_result_list_roots', {
      description: 'Asks for the folders that the caller works in.',
      run: async (_input, { ask }) => {
        const { client_roots: roots } = await ask({ client_roots: { kind: 'roots' } });
        return roots.content;
      },
    }),
    fixtureTool('test_input_required_result_request_state', {
      description: 'Asks for a confirmation.',
      run: async (_input, { ask }) => {
        const { confirm } = await ask({ confirm: form('Please confirm', 'ok', 'boolean') });
        return `state-ok: ${fieldOf(confirm, 'ok')}`;
      },
    }),
    fixtureTool('test_input_required_result_multiple_inputs', {
      description: 'Asks for a name, a greeting and folders at once.',
      run: async (_input, { ask }) => {
        const { user_name: name } = await ask({
          user_name: yourName,
          greeting: sampling('Generate a greeting', 50),
          client_roots: { kind: 'roots' },
        });
        return `All three, ${fieldOf(name, 'name')}.`;
      },
    }),
    fixtureTool('test_input_required_result_multi_round', {
      description: 'Asks for a name, then for a color.',
      run: async (_input, { ask }) => {
        const { step1 } = await ask({ step1: form('Step 1: What is your name?', 'name', 'string') });
        const { step2 } = await ask({ step2: form('Step 2: What is your favorite color?', 'color', 'string') });
        return `${fieldOf(step1, 'name')} likes ${fieldOf(step2, 'color')}.`;
      },
    }),
    fixtureTool('test_input_required_result_tampered_state', {
      description: 'Asks for a confirmation, and checks its state for changes.',
      run: async (_input, { ask }) => {
        const { confirm } = await ask({ confirm: form('Please confirm', 'ok', 'boolean') });
        return `confirmed: ${fieldOf(confirm, 'ok')}`;
      },
    }),
    fixtureTool('test_input_required_result_capabilities', {
      description: "Asks the caller's model, which is all that it needs.",
      run: async (_input, { ask }) => {
        const { thought } = await ask({ thought: sampling('What do you think?', 10) });
        return thought.content;
      },
    }),
  ];
}
