import type { VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';

/** The color theme: the system's, unless the user chooses one. */
export function Theme(): VNode {
  const [theme, setTheme] = useState('');
  const id = useId();
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <span class="theme">
      <label for={id} class="unseen">
        Theme
      </label>
      <select id={id} value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        <option value="">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </span>
  );
}
