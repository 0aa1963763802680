import type { Story } from './demo-story.ts';
import { storyBilling } from './story-billing.ts';
import { storyCheckout } from './story-checkout.ts';
import { storyDocs } from './story-docs.ts';
import { storyInfra } from './story-infra.ts';
import { storyMobile } from './story-mobile.ts';
import { storySearch } from './story-search.ts';

/** The sessions of `--demo`. */
export const stories: readonly Story[] = [storyCheckout, storyDocs, storyBilling, storySearch, storyInfra, storyMobile];
