const lastWords = 'The doorbell rang.';
const tool = 'Doorbell_Ring';
/** The first ID does not exist, and the failure lists the existing IDs. */
const doorbells = ['doorbell1', 'doorbell42'];
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

/** In the format of OpenAI's Chat Completions API. */
export const chatScript: readonly object[] = [
  ...doorbells.map((id) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: idOf(id), type: 'function', function: { name: tool, arguments: JSON.stringify(inputOf(id)) } }],
  })),
  { role: 'assistant', content: lastWords },
].map((message, turn) => ({
  // LangChain takes two messages of one id for one message.
  id: `chat_${turn}`,
  model: 'local',
  choices: [{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}));

/** In the format of OpenAI's Responses API. */
export const responsesScript: readonly object[] = [
  ...doorbells.map((id) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: idOf(id),
    name: tool,
    arguments: JSON.stringify({ ...inputOf(id), times: null }),
  })),
  { type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text: lastWords }] },
].map((item, turn) => ({ id: `response_${turn}`, output: [item], usage }));

/** In the format of Anthropic's Messages API. */
export const messagesScript: readonly object[] = [
  ...doorbells.map((id) => ({ type: 'tool_use', id: idOf(id), name: tool, input: inputOf(id) })),
  { type: 'text', text: lastWords },
].map((block) => ({
  role: 'assistant',
  content: [block],
  stop_reason: block.type === 'tool_use' ? 'tool_use' : 'end_turn',
  usage,
}));

function idOf(doorbell: string): string {
  return `call_for_${doorbell}_of_this_turn`;
}

function inputOf(doorbell: string): { readonly doorbell_id: string } {
  return { doorbell_id: doorbell };
}
