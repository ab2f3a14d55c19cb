import { stripControls } from '@mcp-witness/evidence';

/**
 * Text of others as it may be shown: without terminal sequences, controls, and characters that turn or hide what stands
 * around them. Whatever brought a report, nothing in it moves the page about. Line breaks stay.
 */
export const plainText = (text: string): string => stripControls(text, 'keep');
