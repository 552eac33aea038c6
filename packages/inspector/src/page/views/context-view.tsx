import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { isList, type Json, textOf } from '../json.ts';
import type { Store } from '../store.ts';
import type { ToolState } from '../tool.ts';
import { Text } from './text.tsx';

/** The tokens, secrets and user ID that a tool requires in addition to its input. */
export function ContextView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode | null {
  const { authorization = [], secrets = [], userId = false } = tool.requirements ?? {};
  const { scopes = [] } = tool;
  if (authorization.length === 0 && secrets.length === 0 && !userId && scopes.length === 0) return null;
  const context = store.contextOf(tool);
  const set = (list: 'authorization' | 'secrets', member: 'token' | 'value', id: string, value: string): void => {
    const entries = entriesOf(context.value[list]).filter((entry) => textOf(entry, 'id') !== id);
    const next = value === '' ? entries : [...entries, { id, [member]: value }];
    const { [list]: _left, ...rest } = context.value;
    context.value = next.length === 0 ? rest : { ...rest, [list]: next };
  };
  const valueOf = (list: 'authorization' | 'secrets', member: 'token' | 'value', id: string): string =>
    textOf(
      entriesOf(context.value[list]).find((entry) => textOf(entry, 'id') === id),
      member,
    ) ?? '';
  return (
    <fieldset class="context">
      <legend>Secrets</legend>
      {scopes.length > 0 && (
        <p class="hint">
          Scopes: <Text text={scopes.join(', ')} />. Enter credentials that have them above.
        </p>
      )}
      {authorization.map(({ id }) => (
        <SecretField
          key={id}
          label={`Token for ${id}`}
          value={valueOf('authorization', 'token', id)}
          onChange={(value) => set('authorization', 'token', id, value)}
        />
      ))}
      {secrets.map(({ id }) => (
        <SecretField
          key={id}
          label={`Secret ${id}`}
          value={valueOf('secrets', 'value', id)}
          onChange={(value) => set('secrets', 'value', id, value)}
        />
      ))}
      {userId && (
        <SecretField
          label="User ID"
          isShown
          value={textOf(context.value, 'user_id') ?? ''}
          onChange={(value) => {
            const { user_id: _left, ...rest } = context.value;
            context.value = value === '' ? rest : { ...rest, user_id: value };
          }}
        />
      )}
    </fieldset>
  );
}

function entriesOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

interface SecretProps {
  readonly label: string;
  readonly value: string;
  readonly isShown?: boolean;
  readonly onChange: (value: string) => void;
}

function SecretField({ label, value, isShown = false, onChange }: SecretProps): VNode {
  const id = useId();
  return (
    <div class="row">
      <label for={id}>
        <Text text={label} most={100} />
      </label>
      {isShown ? (
        <input id={id} autocomplete="off" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          id={id}
          type="password"
          autocomplete="off"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
