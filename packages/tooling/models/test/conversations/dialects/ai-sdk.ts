import { toAiSdk } from '@toolwire/models/ai-sdk';
import { generateText, jsonSchema, type ModelMessage, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { type Dialect, textOf, writtenText } from '../dialect.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The AI SDK, which runs the tools itself. */
export const aiSdk: Dialect = {
  hasTextArguments: true,
  hasLoop: true,
  modelMessage(calls) {
    const called = calls.map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: textOf(call),
    }));
    const content = called.length > 0 ? called : [{ type: 'text', text: 'Done.' }];
    return { content, finishReason: { unified: called.length > 0 ? 'tool-calls' : 'stop' }, usage, warnings: [] };
  },
  async converse({ url, tools, call, attempts, signal: abortSignal }) {
    const model = new MockLanguageModelV3({
      async doGenerate({ prompt }) {
        const response = await fetch(url, { method: 'POST', body: JSON.stringify({ prompt }) });
        return (await response.json()) as Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;
      },
    });
    const ours = await toAiSdk({ tools, call }, { jsonSchema, attempts });
    await generateText({ model, prompt: 'Please.', tools: ours.tools, stopWhen: stepCountIs(9), abortSignal });
  },
  read(request) {
    const { prompt } = request as { readonly prompt: readonly ModelMessage[] };
    return prompt
      .flatMap((message) => (message.role === 'tool' ? message.content : []))
      .flatMap((part) => {
        if (part.type !== 'tool-result' || !('value' in part.output)) return [];
        const { type, value } = part.output;
        return [{ id: part.toolCallId, text: writtenText(value), isError: type === 'error-text' }];
      });
  },
};
