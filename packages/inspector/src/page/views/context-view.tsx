import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolState } from '../../server-state.ts';
import { entriesOf, textOf } from '../json.ts';
import type { Store } from '../store.ts';
import { Text } from './text.tsx';

/** The tokens, secrets and user ID that a tool requires in addition to its input. */
export function ContextView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const { authorization = [], secrets = [], userId = false } = tool.requirements ?? {};
  const { scopes = [] } = tool;
  if (authorization.length === 0 && secrets.length === 0 && !userId && scopes.length === 0) return null;
  const context = store.contextOf(tool);
  const set = (list: ContextList, id: string, value: string): void => {
    const others = entriesOf(context.value, list).filter((entry) => textOf(entry, 'id') !== id);
    const entries = value === '' ? others : [...others, { id, [members[list]]: value }];
    const { [list]: _previous, ...rest } = context.value;
    context.value = entries.length === 0 ? rest : { ...rest, [list]: entries };
  };
  const valueOf = (list: ContextList, id: string): string => {
    const entry = entriesOf(context.value, list).find((candidate) => textOf(candidate, 'id') === id);
    return textOf(entry, members[list]) ?? '';
  };
  const fields = [
    ...authorization.map(({ id }) => ({ list: 'authorization', id, label: `Token for ${id}` }) as const),
    ...secrets.map(({ id }) => ({ list: 'secrets', id, label: `Secret ${id}` }) as const),
  ];
  return (
    <fieldset class="context">
      <legend>Credentials</legend>
      {scopes.length > 0 && (
        <p class="hint">
          Scopes: <Text text={scopes.join(', ')} />. Enter credentials with these scopes at the top.
        </p>
      )}
      {fields.map(({ list, id, label }) => (
        <ContextField key={label} label={label} value={valueOf(list, id)} onChange={(value) => set(list, id, value)} />
      ))}
      {userId && (
        <ContextField
          label="User ID"
          isShown
          value={textOf(context.value, 'user_id') ?? ''}
          onChange={(value) => {
            const { user_id: _previous, ...rest } = context.value;
            context.value = value === '' ? rest : { ...rest, user_id: value };
          }}
        />
      )}
    </fieldset>
  );
}

type ContextList = 'authorization' | 'secrets';

/** The member with the secret in an entry of each list. */
const members = { authorization: 'token', secrets: 'value' } as const;

interface ContextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isShown?: boolean;
  readonly onChange: (value: string) => void;
}

function ContextField({ label, value, isShown = false, onChange }: ContextFieldProps): VNode {
  const id = useId();
  return (
    <div class="row">
      <label for={id}>
        <Text text={label} maxLength={100} />
      </label>
      <input
        id={id}
        {...(!isShown && { type: 'password' })}
        autocomplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
