import { stats } from "@vitrine/next";

export const dynamic = "force-dynamic";

export function GET() {
  return Response.json(stats() ?? null);
}
