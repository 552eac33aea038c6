// Anthropic's messages, as far as an agent needs them.
const usage = { input_tokens: 1, output_tokens: 1 };

function* answer(block, start, delta, reason) {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'none', content: [], usage };
  yield { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } };
  yield { type: 'content_block_start', index: 0, content_block: { type: block, ...start } };
  yield { type: 'content_block_delta', index: 0, delta };
  yield { type: 'content_block_stop', index: 0 };
  yield { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage };
  yield { type: 'message_stop' };
}

export const messages = {
  path: /^\/v1\/messages(\?|$)/,
  toolsOf: ({ tools = [] }) =>
    tools.map(({ name, description, input_schema: parameters }) => ({ name, description, parameters })),
  resultsOf: ({ messages: said }) =>
    said
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => content),
  callOf: (name, args, number) =>
    answer(
      'tool_use',
      { id: `toolu_${number}`, name, input: {} },
      { type: 'input_json_delta', partial_json: JSON.stringify(args) },
      'tool_use',
    ),
  textOf: (text) => answer('text', { text: '' }, { type: 'text_delta', text }, 'end_turn'),
};
