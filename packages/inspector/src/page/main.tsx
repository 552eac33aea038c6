import { render } from 'preact';
import { InspectorClient } from './inspector-client.ts';
import { Store } from './store.ts';
import { App } from './views/app.tsx';

const root = document.querySelector('#root');
if (root !== null) {
  const store = new Store(new InspectorClient(document), () => localStorage, document.location);
  render(<App store={store} />, root);
  store.load();
  store.live.watch();
  addEventListener('hashchange', () => store.selectFromUrl());
  addEventListener('storage', () => store.history.reload());
  setInterval(() => void store.checkHealth(), 10_000);
}
