import { stats } from "../../../product";

export const GET = async () => Response.json(await stats());
