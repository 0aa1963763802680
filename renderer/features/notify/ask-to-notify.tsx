import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useConsole } from '../../store/console-store.ts';

/** In a browser notifications need the operator's leave, which is asked for by this click and at no other time. */
export function AskToNotify() {
  const store = useConsole();
  const known = 'Notification' in window && store.client.host === 'served';
  const [permission, setPermission] = useState(known ? Notification.permission : 'granted');
  if (permission !== 'default') return null;
  return (
    <Button
      look="ghost"
      icon={BellOff}
      aria-label="Notifications are off. Allow them in this browser"
      onClick={() => void Notification.requestPermission().then(setPermission)}
    />
  );
}
