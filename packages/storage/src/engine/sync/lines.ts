/**
 * Divides a text that arrives in pieces into lines, so that no body is held as a whole. The text
 * after the last line break is returned too; when the body was cut, it is not valid JSON.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield rest + text.slice(start, end);
      rest = '';
      start = end + 1;
    }
    rest += text.slice(start);
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
