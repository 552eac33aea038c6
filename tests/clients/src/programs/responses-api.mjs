// OpenAI's responses, as far as an agent needs them.
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

function* answer(item) {
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: [item], usage };
  yield { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } };
  yield { type: 'response.output_item.added', output_index: 0, item };
  yield { type: 'response.output_item.done', output_index: 0, item };
  yield { type: 'response.completed', response };
}

/** Tools are separate, or in a namespace. */
const functionsIn = ({ type, name, tools, ...tool }) =>
  type === 'namespace'
    ? tools.map((one) => ({ ...one, name: `${name}/${one.name}` }))
    : [{ ...tool, name: name ?? type }];

export const responses = {
  path: /^\/v1\/responses$/,
  toolsOf: ({ tools = [] }) => tools.flatMap(functionsIn),
  resultsOf: ({ input }) => input.filter(({ type }) => type === 'function_call_output').map(({ output }) => output),
  callOf: (tool, args, number) => {
    const [name, namespace] = tool.split('/').reverse();
    const call = { id: `fc_${number}`, call_id: `call_${number}`, name, arguments: JSON.stringify(args) };
    return answer({ type: 'function_call', status: 'completed', ...call, ...(namespace && { namespace }) });
  },
  textOf: (text) =>
    answer({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    }),
};
