/** The lane of the product: hosts hand it to the gateway, which is the only one that drives it. */
export { createCoreRequestStage } from './core-request-stage.ts';
export { createResponseLane as createCoreLane } from '../core/pipeline/response-lane.ts';
