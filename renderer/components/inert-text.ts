/** The window's way to inert text; notifications of the desktop use the same. */
export { inertLine, inertSegments } from '../../shared/inert-text.ts';
