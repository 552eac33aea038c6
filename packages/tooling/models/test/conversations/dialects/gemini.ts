import { type Content, type GenerateContentParameters, GoogleGenAI } from '@google/genai';
import { toGemini } from '@toolwire/models/gemini';
import type { Dialect } from '../dialect.ts';

/** The Gemini API. */
export const gemini: Dialect = {
  hasTextArguments: false,
  hasLoop: false,
  modelMessage(calls) {
    const called = calls.map(({ id, name, input: args }) => ({ functionCall: { id, name, args } }));
    const parts = called.length > 0 ? called : [{ text: 'Done.' }];
    return { candidates: [{ content: { role: 'model', parts } }] };
  },
  async converse({ url: baseUrl, tools, call, attempts, signal }) {
    const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } });
    const ours = await toGemini({ tools, call });
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Please.' }] }];
    for (;;) {
      const response = await google.models.generateContent({ model: 'any', contents, config: { tools: ours.tools } });
      if (response.functionCalls === undefined) return;
      contents.push(
        response.candidates?.[0]?.content ?? {},
        await ours.answer(response.functionCalls, { attempts, signal }),
      );
    }
  },
  read(request) {
    const { contents } = request as GenerateContentParameters & { readonly contents: readonly Content[] };
    return contents
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) => {
        if (functionResponse === undefined) return [];
        const { id = '', response = {} } = functionResponse;
        const told = 'error' in response ? response['error'] : response['output'];
        return [{ id, text: typeof told === 'string' ? told : JSON.stringify(told), isError: 'error' in response }];
      });
  },
};
