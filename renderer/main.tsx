import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { Frame } from './frame/frame.tsx';
import { applyTheme } from './frame/theme.ts';
import { connectOperator } from './operator-client.ts';
import { ConsoleContext } from './store/console-store.ts';
import { loadPreferences } from './store/preferences.ts';
import { startConsole } from './store/start-console.ts';

applyTheme(loadPreferences().theme);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const store = await startConsole(await connectOperator());
createRoot(root).render(
  <ConsoleContext value={store}>
    <Frame />
  </ConsoleContext>,
);
