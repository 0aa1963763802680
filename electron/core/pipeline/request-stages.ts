import { guidanceStage } from './request-guidance.ts';
import { attachGuides } from './request-guides.ts';
import { loopStage } from './request-loops.ts';
import type { RequestLaneStage } from './request-lane-stage.ts';
import { observeStage } from './request-observe.ts';
import { repairStage } from './request-repair.ts';
import { secretStage } from './request-secrets.ts';
import { steerStage } from './request-steer.ts';
import { fitStage } from './request-upstream-fit.ts';

/** What happens to a request, in this order (wire 3.1). A new stage is one file and one line here. */
export const requestStages: readonly RequestLaneStage[] = [
  repairStage,
  guidanceStage,
  attachGuides,
  loopStage,
  observeStage,
  steerStage,
  secretStage,
  fitStage,
];
