import {
  Activity,
  ChartLine,
  ChartNoAxesGantt,
  CirclePause,
  type LucideIcon,
  Settings,
  SlidersHorizontal,
  TriangleAlert,
} from 'lucide-react';
import type { Place } from '../store/console-store.ts';

/** The places of the rail; the digit is the key (Ctrl/Cmd + digit) and stays the same whichever places are shown. */
export const railPlaces: readonly { readonly place: Place; readonly name: string; readonly digit: string; readonly icon: LucideIcon }[] = [
  { place: 'live', name: 'Live', digit: '1', icon: Activity },
  { place: 'approvals', name: 'Approvals', digit: '2', icon: CirclePause },
  { place: 'alerts', name: 'Alerts', digit: '3', icon: TriangleAlert },
  { place: 'sessions', name: 'Sessions', digit: '4', icon: ChartNoAxesGantt },
  { place: 'insights', name: 'Insights', digit: '5', icon: ChartLine },
  { place: 'rules', name: 'Rules', digit: '6', icon: SlidersHorizontal },
  { place: 'settings', name: 'Settings', digit: '7', icon: Settings },
];

export const modName = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
