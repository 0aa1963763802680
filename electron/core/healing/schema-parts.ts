import { isJsonObject, own, type JsonObject } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';

/** Declared parameters of a tool; empty where its schema declares none. */
export function propertiesOf(tool: AdvertisedTool | undefined): JsonObject {
  const properties = tool?.schema === undefined ? undefined : own(tool.schema, 'properties');
  return isJsonObject(properties) ? properties : {};
}

/** The schema of one declared parameter. */
export function propertyOf(tool: AdvertisedTool | undefined, name: string): JsonObject | undefined {
  const property = own(propertiesOf(tool), name);
  return isJsonObject(property) ? property : undefined;
}

/** The description of one declared parameter; '' where it has none. */
export function descriptionOf(tool: AdvertisedTool | undefined, name: string): string {
  const property = propertyOf(tool, name);
  const description = property === undefined ? undefined : own(property, 'description');
  return typeof description === 'string' ? description : '';
}

/** True when the parameter is declared as a plain string. */
export function isStringProperty(tool: AdvertisedTool | undefined, name: string): boolean {
  const property = propertyOf(tool, name);
  return property !== undefined && own(property, 'type') === 'string';
}
