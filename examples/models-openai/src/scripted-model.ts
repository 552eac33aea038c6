/** A model of little mind in place of OpenAI's, so that this example needs no key: it rings, reads, and rings again. */
export function scriptedModel(read: (request: unknown) => void): typeof fetch {
  const turns = [callOf('doorbell1'), callOf('doorbell42'), { role: 'assistant', content: 'The doorbell rang.' }];
  let turn = 0;
  return (_url, init) => {
    read(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
    const message = turns[turn];
    turn += 1;
    return Promise.resolve(Response.json({ choices: [{ message }] }));
  };
}

// In strict mode all parameters are there: null stands for what is left out.
function callOf(id: string): object {
  const called = { name: 'Doorbell_Ring', arguments: JSON.stringify({ doorbell_id: id, times: null }) };
  return { role: 'assistant', tool_calls: [{ id: `call_for_${id}_of_this_turn`, type: 'function', function: called }] };
}
