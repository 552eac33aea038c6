/** The data of each event of a `text/event-stream`, as it comes. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    if (rest.length > longestLine) throw new RangeError('The server sends a line without an end.');
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
  if (rest.startsWith('data:')) data.push(rest.slice(5).trimStart());
  if (data.length > 0) yield data.join('\n');
}

const longestLine = 16 * 1024 * 1024;
