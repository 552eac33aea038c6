import fc from 'fast-check';

/** A small damage to some bytes. */
type ByteEdit =
  | { readonly do: 'cut'; readonly at: number }
  | { readonly do: 'drop' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly do: 'set'; readonly at: number; readonly byte: number }
  | { readonly do: 'put'; readonly at: number; readonly token: Buffer };

// A place as a share of the length, since the length is not known before.
const at = fc.nat(9999).map((share) => share / 10_000);
const length = fc.integer({ min: 1, max: 64 });

function byteEdit(tokens: readonly (string | Buffer)[]): fc.Arbitrary<ByteEdit> {
  const token = fc.constantFrom(...tokens.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)));
  return fc.oneof(
    fc.record({ do: fc.constant('cut' as const), at }),
    fc.record({ do: fc.constantFrom('drop' as const, 'repeat' as const), at, length }),
    fc.record({ do: fc.constant('set' as const), at, byte: fc.nat(255) }),
    { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), at, token }) },
  );
}

function applyEdit(bytes: Buffer, edit: ByteEdit): Buffer {
  const place = Math.floor(edit.at * (bytes.length + 1));
  const before = bytes.subarray(0, place);
  const behind = bytes.subarray(place);
  switch (edit.do) {
    case 'cut':
      return before;
    case 'drop':
      return Buffer.concat([before, behind.subarray(edit.length)]);
    case 'repeat':
      return Buffer.concat([before, behind.subarray(0, edit.length), behind]);
    case 'set':
      return Buffer.concat([before, Buffer.from([edit.byte]), behind.subarray(1)]);
    case 'put':
      return Buffer.concat([before, edit.token, behind]);
  }
}

/** Bytes with one or more damages; `tokens` are pieces that mean something where they end up. */
export function damaged(
  bytes: fc.Arbitrary<Buffer>,
  tokens: readonly (string | Buffer)[],
  most: number,
): fc.Arbitrary<Buffer> {
  return fc
    .tuple(bytes, fc.array(byteEdit(tokens), { minLength: 1, maxLength: most }))
    .map(([whole, edits]) => edits.reduce(applyEdit, whole));
}
