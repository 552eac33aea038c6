// OpenAI's chat completions, as far as an agent needs them.
const chunk = (delta, reason = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'none',
  choices: [{ index: 0, delta, finish_reason: reason }],
});

const answer = (delta, reason) => [
  chunk({ role: 'assistant', ...delta }),
  { ...chunk({}, reason), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
];

export const chatCompletions = {
  path: /\/chat\/completions$/,
  // A function without parameters may leave them out.
  toolsOf: ({ tools = [] }) => tools.map((tool) => ({ parameters: { type: 'object' }, ...tool.function })),
  resultsOf: ({ messages }) => messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
  callOf: (name, args, number) => {
    const called = { name, arguments: JSON.stringify(args) };
    return answer(
      { tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: called }] },
      'tool_calls',
    );
  },
  textOf: (text) => answer({ content: text }, 'stop'),
};
