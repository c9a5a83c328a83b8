// What a webhook calls.
import { revalidateTag } from "next/cache";
import { webhook } from "@vitrine/next/webhook";

export const POST = webhook({
  secret: process.env.WEBHOOK_SECRET,
  onChange: () => {
    revalidateTag("max", "max");
    revalidateTag("now", { expire: 0 });
  },
});
