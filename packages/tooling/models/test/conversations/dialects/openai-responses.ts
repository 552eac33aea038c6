import { toOpenAiResponses } from '@toolwire/models/openai';
import OpenAI from 'openai';
import { type Dialect, type ModelToolCall, type ToolAnswer, textOf, writtenText } from '../dialect.ts';

/** A message of a model of the Responses API. */
export function sayResponse(calls: readonly ModelToolCall[], turn: number): object {
  const said = { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] };
  const called = calls.map((call) => ({
    type: 'function_call',
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.name,
    arguments: textOf(call),
  }));
  return { id: `resp_${turn}`, output: called.length > 0 ? called : [said] };
}

/** The answers in a request of the Responses API. */
export function readResponses(request: unknown): readonly ToolAnswer[] {
  const { input } = request as { readonly input: readonly OpenAI.Responses.ResponseInputItem[] };
  return input.flatMap((item) =>
    item.type === 'function_call_output' ? [{ id: String(item.call_id), text: writtenText(item.output) }] : [],
  );
}

/** OpenAI's Responses API. */
export const openAiResponses: Dialect = {
  hasTextArguments: true,
  hasLoop: false,
  modelMessage: sayResponse,
  async converse({ url: baseURL, tools, call, attempts, signal }) {
    const openai = new OpenAI({ apiKey: 'none', baseURL });
    const ours = await toOpenAiResponses({ tools, call });
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Please.' }];
    for (;;) {
      const { output } = await openai.responses.create({ model: 'any', input, tools: ours.tools });
      const calls = output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return;
      input.push(...calls, ...(await ours.answer(output, { attempts, signal })));
    }
  },
  read: readResponses,
};
