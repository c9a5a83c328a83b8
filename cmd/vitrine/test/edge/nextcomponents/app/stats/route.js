import { connection } from "next/server";
import { stats } from "@vitrine/next";

export async function GET() {
  await connection(); // else the build makes the answer
  return Response.json(stats() ?? null);
}
