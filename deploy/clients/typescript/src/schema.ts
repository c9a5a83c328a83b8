// Generated from the OpenAPI document by `make client`; do not edit.
// document sha256: 12841bb20a5533371c62ed6f546b2aacaa0f1baf9879f25ddc9c670b4d7b3268

export interface paths {
    "/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products, filtered and sorted
         * @description Paginated; `pagination` describes the page.
         */
        get: operations["productList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest products
         * @description Paginated; `pagination` describes the page.
         */
        get: operations["productNew"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/popular": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Best-selling and most visited products
         * @description Paginated; `pagination` describes the page.
         */
        get: operations["productPopular"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/random/{amount}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products at random, different on every request
         * @description Never cached.
         */
        get: operations["productRandom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The filters of the matching products, with counts */
        get: operations["productFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{slug}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products with the same categories and attributes, then of the same brand
         * @description Not paginated; `limit` is the maximum number of records.
         */
        get: operations["productSimilar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product */
        get: operations["product"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Brands
         * @description Paginated; `meta` describes the page.
         */
        get: operations["brandList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One brand */
        get: operations["brand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand/id/{_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One brand, by id */
        get: operations["brandById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand/card/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A brand's summary */
        get: operations["brandCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stores and dealers, for a map
         * @description Not paginated. At most 10000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["brandLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Merchants
         * @description Paginated; `meta` describes the page.
         */
        get: operations["merchantList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchant/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One merchant */
        get: operations["merchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchant/card/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A merchant's summary */
        get: operations["merchantCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchant/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Merchants on the map
         * @description Not paginated. At most 10000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["merchantLocation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Places
         * @description Paginated; `meta` describes the page.
         */
        get: operations["placeList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One place */
        get: operations["place"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/id/{_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One place, by id */
        get: operations["placeById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/place/short/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A place's card */
        get: operations["placeShort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Organizations
         * @description Paginated; `meta` describes the page.
         */
        get: operations["organizationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One organization */
        get: operations["organization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/id/{_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One organization, by id */
        get: operations["organizationById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/short/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An organization's card */
        get: operations["organizationShort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaigns
         * @description Paginated; `meta` describes the page.
         */
        get: operations["campaignList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaign/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Campaigns that have started and have not ended
         * @description Not paginated. At most 1000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["campaignActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaign/{_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One campaign, by id */
        get: operations["campaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/category/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The category tree
         * @description Not paginated. At most 10000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["categoryTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/category/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All categories as a flat list
         * @description Not paginated. At most 10000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["categoryList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/category/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One category, by slug or id */
        get: operations["category"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published pages
         * @description Paginated; `meta` describes the page.
         */
        get: operations["pageList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/page/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One page */
        get: operations["page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Blog posts
         * @description Paginated; `meta` describes the page.
         */
        get: operations["blogList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest blog posts
         * @description Paginated; `meta` describes the page.
         */
        get: operations["blogNew"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blog/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One blog post */
        get: operations["blog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attribute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Attributes with their options
         * @description Not paginated. At most 10000 records; if there are more, `meta.truncated` is true.
         */
        get: operations["attributeList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attribute/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One attribute */
        get: operations["attribute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/route": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Routes and tours
         * @description Paginated; `meta` describes the page.
         */
        get: operations["routeList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/route/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One route */
        get: operations["route"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faq": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questions and answers
         * @description Paginated; `meta` describes the page.
         */
        get: operations["faqList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faq/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One group of questions, by slug or id, with its questions and subgroups */
        get: operations["faq"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Collections
         * @description Paginated; `meta` describes the page.
         */
        get: operations["collectionsList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One collection with its products, at most 500 */
        get: operations["collections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events
         * @description Paginated; `meta` describes the page.
         */
        get: operations["eventList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/upcoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Upcoming events, the next first
         * @description Paginated; `meta` describes the page.
         */
        get: operations["eventUpcoming"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/passed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Passed events, the latest first
         * @description Paginated; `meta` describes the page.
         */
        get: operations["eventPassed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest events
         * @description Paginated; `meta` describes the page.
         */
        get: operations["eventNew"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The filters of the matching events, with counts */
        get: operations["eventFilters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event */
        get: operations["event"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/{slug}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events at the same venue or in the same categories
         * @description Not paginated; `limit` is the maximum number of records.
         */
        get: operations["eventSimilar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/{slug}/seo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metadata of an event for search engines and social networks */
        get: operations["eventSeo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dictionary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Terms
         * @description Paginated; `meta` describes the page.
         */
        get: operations["dictionaryList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dictionary/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One term */
        get: operations["dictionary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projects
         * @description Paginated; `meta` describes the page.
         */
        get: operations["projectList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One project */
        get: operations["project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Records of all modules that a text finds
         * @description Not paginated.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Names of records that complete a text
         * @description Not paginated.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Creates an account and signs in. There are no tokens yet if the tenant approves accounts or requires a verified address. Then an address with an account gets the same answer as a new one, and its owner an email.
         */
        post: operations["signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a password
         * @description An unknown address and a wrong password get the same answer after the same time. If the tenant approves accounts or requires a verified address, so does the right password of an address that was never verified.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description An expired token is not an error.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew a session's tokens
         * @description Replaces the refresh token. For 10 seconds the old token gets the same new pair; after that it ends the session.
         */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link to set a new password
         * @description The answer does not reveal whether the account exists. At most one email is sent a minute. Earlier links stay valid until one is used.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description Ends every session, device token and other link of the account. A link that was sent by email also verifies the address. The first verification removes telephone numbers and identities set before.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a link to verify the email address */
        post: operations["sendVerificationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the email address
         * @description The token names the tenant; a header with another tenant is rejected. Anyone may have signed up with the address. So the first verification removes the password, the telephone numbers and the sessions, unless the request has an access token of the account or its password. Without a password, the answer has a token that sets one.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/send-phone-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a code to verify the telephone number */
        post: operations["sendPhoneVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-phone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify the telephone number */
        post: operations["verifyPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/resend-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a sign-in code
         * @description The answer does not reveal whether the account exists. Without a verified number the code goes to the email address.
         */
        post: operations["resendOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-otp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a code
         * @description A code is valid for 5 minutes and 5 attempts. A code sent by email also verifies the address. The first verification removes the password, the telephone numbers and the sessions set before.
         */
        post: operations["verifyOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/social-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in or sign up with an identity provider's token
         * @description The provider must state that the address is verified. An account with that address is linked. If the account never verified it, its password, telephone numbers and sessions are removed first.
         */
        post: operations["socialLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account of the access token */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's sessions, the newest first */
        get: operations["sessionList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the account's sessions */
        delete: operations["sessionEnd"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys of access tokens */
        get: operations["jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/basket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The basket at current prices */
        get: operations["basket"];
        put?: never;
        post?: never;
        /** Empty the basket */
        delete: operations["basketClear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/basket/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an item to the basket
         * @description Adds a product or an event. Prices always come from the catalogue.
         */
        post: operations["basketAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/basket/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an item from the basket */
        delete: operations["basketRemove"];
        options?: never;
        head?: never;
        /** Change the quantity of an item */
        patch: operations["basketSet"];
        trace?: never;
    };
    "/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's orders, the newest first */
        get: operations["orderList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/order/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One order */
        get: operations["order"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/installment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The instalment plans of a card
         * @description Takes the first 6 or 8 digits of a card. A full card number is rejected.
         */
        post: operations["installments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/3ds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a card payment
         * @description Returns the page that leads to the customer's bank, or JSON with that page if Accept prefers `application/json`. No money is taken before the bank has sent the customer back.
         */
        post: operations["pay3ds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/hosted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a card payment on the bank's page
         * @description The customer enters the card on the bank's page; a body with a card number is rejected. Returns the page that leads to the bank, or JSON if Accept prefers `application/json`. `/payment/3ds/complete` returns the result. Off by default; the tenant agrees it with the bank first.
         */
        post: operations["payHosted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/3ds/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The bank's result, sent through the customer's browser
         * @description For banks. The signature is checked first, then all fields are compared with the payment. For a hosted page the body holds a token, and Vitrine reads the result from the provider. If the tenant has a return page, the status is 303.
         */
        post: operations["payment3dsCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/3ds/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The result of a card payment
         * @description May be repeated. Before the bank has answered, the status is 409.
         */
        post: operations["payment3dsComplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/bank-transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a payment by bank transfer
         * @description Returns a reference code, which the description of the transfer must contain. The items are reserved until `reservedUntil`. Money that arrives between then and `expiresAt` buys them if they are still available.
         */
        post: operations["payTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/bank-transfer/{paymentId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The state of a bank transfer
         * @description Reads the state. Only the bank's signed webhook or statement changes it.
         */
        post: operations["payTransferVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/crypto": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a payment on a blockchain
         * @description Returns an address and an amount that is unique to the payment and must be sent exactly. Off unless the tenant has enabled it.
         */
        post: operations["payCrypto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/crypto/{paymentId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name the transaction of a payment
         * @description The blockchain decides. Until the block has enough confirmations the payment is `pending` or `confirming`; repeat the request or wait for the notification. A transaction of another payment is rejected.
         */
        post: operations["payCryptoVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/webhook/bank-transfer/{shop}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Money arrived in a tenant's account
         * @description For banks. The body is `{"lines": [StatementLine…]}`, signed as in Standard Webhooks. Each line counts once.
         */
        post: operations["transferWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/webhook/iyzico/{shop}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * iyzico reports a change of a payment
         * @description For iyzico. Vitrine then reads the payment from iyzico and uses nothing else of the body.
         */
        post: operations["iyzicoWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account's tickets */
        get: operations["ticketList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tickets of an order */
        get: operations["orderTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The QR code of a ticket
         * @description An SVG, for valid and for used tickets.
         */
        get: operations["ticketImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of a tenant's tickets
         * @description A gate can check tickets with them while it is offline.
         */
        get: operations["ticketKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets/revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The revoked tickets
         * @description For gates. Requires a gate's key as `Authorization: Bearer`. The list comes in parts of up to 50,000 ids. While `more` is true, send `next` as `since`. Later, `next` of the last part gets what was revoked since then; some ids come twice.
         */
        get: operations["ticketsRevoked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event/tickets/check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a ticket in
         * @description For gates. Requires a gate's key as `Authorization: Bearer`. A ticket is admitted once, by one gate. A scan that the same gate repeats gets the same answer. A ticket expires at the end of its event.
         */
        post: operations["ticketCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's notifications, the oldest first
         * @description `meta.unreadCount` is the number of unread notifications.
         */
        get: operations["notificationList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark a notification as read */
        put: operations["notificationRead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark all notifications as read */
        put: operations["notificationReadAll"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key for web push subscriptions */
        get: operations["pushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/push/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subscribe a browser to notifications
         * @description Takes the result of `PushSubscription.toJSON()`. Only push services of known browsers are accepted. At most 10 browsers of an account, each until its session ends.
         */
        post: operations["pushSubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/push/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Unsubscribe a browser */
        delete: operations["pushUnsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The stream of notifications
         * @description Server-sent events, resumable with Last-Event-ID. An account has at most 5 streams: a sixth one ends the oldest. They end with the access token.
         */
        get: operations["notificationStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's change stream
         * @description Server-sent events, authenticated by the tenant's stream key as the bearer token or by a stream token, and resumable with Last-Event-ID. Each event is `{seq, token, tags, sealed, applied, announced}`. Answers that carry one of the opaque tags may have changed; no gateway serves the old ones any more. A read with the token as `x-consistency` is at least that new. The times are milliseconds since 1970 with fractions, by Postgres's clock: when the change was sealed inside its COMMIT, applied by the slowest gateway, and announced. Changes of drafts are not included. A client that resumes after the retention period receives one event with the tag of all answers, and without times.
         */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a stream token for a browser
         * @description Authenticated by the tenant's stream key as the bearer token, which must stay on the shop's servers. A stream token opens the change stream of the tenant, and nothing else. In development, pages of the API's own origin get tokens of the demo tenants without a key.
         */
        post: operations["streamToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edge/lease": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge changes and renew a lease
         * @description A follower, such as an edge or a process of a web framework, reports the last change that it has applied. Announcements wait for every follower with a lease. A follower serves what it keeps only while its lease lasts, counted from when it asked, and asks again after a quarter of it.
         */
        post: operations["edgeLease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The time by Postgres's clock
         * @description A page that measures the times of change events compares its own clock with this one.
         */
        get: operations["time"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A product or an event for the basket. */
        AddItem: {
            /** @description The product's id. */
            productId?: string;
            /** @description The event's id; either productId or eventId. */
            eventId?: string;
            /** @description 1 to 99; added to the quantity in the basket. */
            quantity: number;
        };
        /** @description A request for the instalment plans of a card. */
        AskInstallments: {
            /** @description The price of the basket, as a number or a decimal in a string. A decimal, written as a JSON number or as a string. */
            amount: number | string;
            /** @description The first 6 or 8 digits of the card, never more. */
            bin: string;
        };
        /** @description One value of an attribute. */
        AttributeOption: {
            /** @description The name for display. */
            label: string;
            /** @description The value to filter by. */
            value: string;
        };
        /** @description One attribute of a product. */
        AttributeRef: {
            /** @description The name. */
            name: string;
            /** @description The value to filter by. */
            value: string;
            /** @description The type of the value: TEXT, COLOR or a type of the tenant's own. */
            type: string;
        };
        /** @description An attribute with its options. */
        AttributeSet: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /**
             * @description The type of the values.
             * @enum {string}
             */
            type: "TEXT" | "COLOR" | "NUMBER" | "BOOLEAN" | "DATE" | "IMAGE";
            /** @description The unit of the values. */
            unit?: string;
            /** @description The possible values. */
            options: components["schemas"]["AttributeOption"][];
        };
        /** @description The author of a post. */
        Author: {
            /** @description The name. */
            name: string;
            /** @description The author's profession. */
            title?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description A short biography. */
            bio?: string;
        };
        /** @description The customer's basket. */
        Basket: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The items. */
            items: components["schemas"]["BasketItem"][];
            /** @description The price of the available items. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            total: number;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
        };
        /** @description An item of a basket at its current price. */
        BasketItem: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The product's id. */
            productId?: string;
            /** @description Or the event's id. */
            eventId?: string;
            /** @description The record's slug. */
            slug: string;
            /** @description The record's name. */
            name: string;
            /** @description The quantity. */
            quantity: number;
            /** @description The unit price. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            price: number;
            /** @description The price of the quantity. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            total: number;
            /** @description Whether this quantity can be bought now; other items are not in the total. */
            available: boolean;
        };
        /** @description A post in a list. */
        BlogCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /** @description A summary of one or two sentences. */
            summary?: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            author?: components["schemas"]["Author"];
            /**
             * Format: date-time
             * @description The time of publication.
             */
            publishedAt: string;
            /** @description Keywords. */
            tags?: string[];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A post in full. */
        BlogDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /** @description A summary of one or two sentences. */
            summary?: string;
            /** @description The text of the post. Markup without scripts, handlers, frames, forms and styles. */
            content: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            author?: components["schemas"]["Author"];
            /**
             * Format: date-time
             * @description The time of publication.
             */
            publishedAt: string;
            /** @description Keywords. */
            tags?: string[];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            seo: components["schemas"]["SEO"];
        };
        /** @description The short form of a brand. */
        BrandCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo?: string;
        };
        /** @description A brand in a list and on its own page. */
        BrandDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The email address. */
            email?: string;
            /** @description The telephone number. */
            phone?: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A store or dealer of a brand on the map. */
        BrandPlace: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The position on the map. */
            location: components["schemas"]["Point"];
            /** @description The telephone number. */
            phone?: string;
            brand: components["schemas"]["Link"];
        };
        /** @description A campaign in the list of active campaigns. */
        CampaignCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The URL of the main picture. */
            coverImage: string | null;
            /**
             * Format: date-time
             * @description The end time.
             */
            endDate: string | null;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug?: string;
            /** @description The target of a link. */
            url?: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A campaign in a list and on its own page. */
        CampaignDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug?: string;
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the main picture. */
            coverImage: string | null;
            /** @description The URL of a wide picture. */
            banner?: string;
            /** @description The target of a link. */
            url?: string;
            /**
             * Format: date-time
             * @description The start time.
             */
            startDate: string | null;
            /**
             * Format: date-time
             * @description The end time.
             */
            endDate: string | null;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description The number of attendees that an event needs and holds. */
        Capacity: {
            /** @description The minimum number of attendees. */
            min: number;
            /** @description The maximum number of attendees. */
            max: number;
            /** @description Whether a booking may be cancelled. */
            cancelation?: boolean;
        };
        /** @description A category in the flat list. */
        CategoryCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The kind of records in the category: product, blog, event, merchant, page or project. */
            type: string;
            /** @description The id of the parent category; null at the top and if the parent is not visible. */
            parent: string | null;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A category on its own page, with description, banner and parent. */
        CategoryDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The kind of records in the category: product, blog, event, merchant, page or project. */
            type: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The URL of a wide picture. */
            banner?: string;
            /** @description The parent category; null at the top. */
            parent: components["schemas"]["Link"] | null;
        };
        /** @description A category in the tree. */
        CategoryNode: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The direct children, each with its own children. */
            children: components["schemas"]["CategoryNode"][];
        };
        /** @description The scan of a ticket at a gate. */
        CheckIn: {
            /** @description The text of the QR code. */
            code: string;
            /** @description The gate's id of the scan, 8 to 64 characters; a scan that the same gate repeats gets the same answer. */
            nonce: string;
            /** @description The event's id. A gate whose key is for all events sends it, so that tickets of other events are not admitted. */
            eventId?: string;
        };
        /** @description The result of a scan. */
        CheckedIn: {
            /**
             * @description Ok: admitted.
             * @enum {string}
             */
            outcome: "ok" | "already_used" | "revoked" | "expired" | "other_event";
            /** @description The ticket's id. */
            ticketId: string;
            /**
             * Format: date-time
             * @description The time of the check-in.
             */
            checkedInAt?: string;
        };
        /** @description A collection in a list. */
        CollectionCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The URL of a wide picture. */
            banner: string | null;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A collection with its products. */
        CollectionDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The URL of a wide picture. */
            banner: string | null;
            /** @description At most 500 products, in the editor's order. */
            products: components["schemas"]["CollectionProduct"][];
        };
        /** @description A product of a collection. Its price is null if it has none. */
        CollectionProduct: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The price. A JSON number with at most two decimals. */
            price: number | null;
            /** @description The ISO 4217 code of the currency, such as TRY. */
            currency?: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description The company of a business customer. */
        Company: {
            /** @description The registered name. */
            name: string;
            /** @description The tax number. */
            taxNumber: string;
            /** @description The tax office. */
            taxOffice?: string;
            /** @description The registered address. */
            address?: string;
        };
        /** @description A request for the result of a payment. */
        CompletePayment: {
            /** @description The payment's id. */
            paymentId?: string;
            /** @description The reference in the return URL, instead of paymentId. It needs the owner's bearer token. */
            reference?: string;
        };
        /** @description The contact data of a customer. */
        Contact: {
            /** @description At most ten numbers; codes go to the first number that can receive messages. */
            mobileNumber: components["schemas"]["MobileNumber"][];
        };
        /** @description A mistyped word and the word that was searched instead. */
        Correction: {
            /** @description The word as it was typed, folded. */
            typed: string;
            /** @description The word that was searched instead. */
            meant: string;
        };
        /** @description A pending payment on a blockchain. */
        Crypto: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description Pending. */
            status: string;
            /** @description The name of the blockchain. */
            chain: string;
            /** @description The number of the blockchain (EIP-155). */
            chainId: number;
            /** @description The coin. */
            asset: string;
            /** @description The ERC-20 contract; absent for the native coin. */
            token?: string;
            /** @description The decimals of the coin. */
            decimals: number;
            /** @description The recipient's address. */
            address: string;
            /** @description The exact amount to send; it identifies the payment. */
            amount: string;
            /** @description The same amount in the coin's smallest unit. */
            amountUnits: string;
            /** @description The price of the basket. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            price: number;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
            /** @description The exchange rate of one coin. */
            rate: string;
            /** @description The number of confirmations needed. */
            confirmations: number;
            /**
             * Format: date-time
             * @description The time until which the amount is valid.
             */
            expiresAt: string;
            /** @description The payment as a URI for wallets (EIP-681), for a QR code. */
            uri: string;
        };
        /** @description The transaction of a payment on a blockchain. */
        CryptoState: {
            /** @description The named transaction. */
            txHash?: string;
            /** @description The coin. */
            asset: string;
            /** @description The amount due. */
            due: string;
            /** @description The amount received. */
            received: string;
            /** @description The confirmations so far. */
            confirmations: number;
            /** @description The confirmations needed. */
            needed: number;
        };
        /** @description A term with its definition. */
        DictionaryWord: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The term. */
            term: string;
            /** @description The definition. Markup without scripts, handlers, frames, forms and styles. */
            definition: string;
            /** @description Related terms. */
            relatedTerms: components["schemas"]["RelatedTerm"][];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description An answer without data. */
        Done: {
            /** @description A sentence for the customer. */
            message: string;
        };
        /** @description The product's place in a limited run. */
        Edition: {
            /** @description The number of this copy. */
            number?: number;
            /** @description The size of the run. */
            amount?: number;
        };
        /** @description The error envelope. */
        Error: {
            /** @description Always error. */
            status: string;
            /**
             * @description The error code.
             * @enum {string}
             */
            code: "TENANT_REQUIRED" | "TENANT_MISMATCH" | "TENANT_UNKNOWN" | "TENANT_DISABLED" | "INVALID_REQUEST" | "PAYLOAD_TOO_LARGE" | "INVALID_PARAMETER" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "TOO_MANY_REQUESTS" | "INTERNAL" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "VERIFY_TOKEN_INVALID" | "ID_TOKEN_INVALID" | "INVALID_CODE" | "EMAIL_TAKEN" | "ALREADY_VERIFIED" | "NO_PHONE" | "ACCOUNT_PENDING" | "EMAIL_NOT_VERIFIED" | "SIGN_UP_CLOSED" | "PROVIDER_UNKNOWN" | "OUT_OF_STOCK" | "HOLD_LIMIT" | "NOT_FOR_SALE" | "CURRENCY_MISMATCH" | "BASKET_FULL" | "BASKET_EMPTY" | "BASKET_PLACED" | "TOTAL_CHANGED" | "PAYMENT_UNDER_WAY" | "PAYMENT_PENDING" | "PAYMENT_REFUSED" | "PAYMENT_STATE" | "METHOD_OFF" | "HOSTED_ONLY" | "PROVIDER_FAILED" | "KEY_REUSED" | "KEY_IN_FLIGHT" | "SIGNATURE_INVALID";
            /** @description The error in a sentence for people. */
            message: string;
            /** @description The HTTP status. */
            statusCode: number;
            /** @description The invalid parameters. */
            errors?: components["schemas"]["ErrorField"][];
            /** @description The id of the request in the log. */
            requestId: string;
        };
        /** @description Describes an invalid parameter or member. */
        ErrorField: {
            /** @description The parameter's name, as in the request. */
            field: string;
            /** @description INVALID: wrong value. CONFLICT: the parameter is repeated or excludes another. */
            code: string;
            /** @description The value and the expected form. */
            message: string;
        };
        /** @description An event in a list. */
        EventCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PUBLISHED" | "SOLD_OUT" | "PASSED" | "CANCELLED";
            date: components["schemas"]["EventDate"];
            /** @description The sessions of the event; null if it has none. */
            sessions: components["schemas"]["Session"][] | null;
            /** @description The id of a series of events; null for a single event. */
            recurrenceGroupId: string | null;
            /** @description The price. */
            price: components["schemas"]["Price"];
            place?: components["schemas"]["EventPlace"];
            merchant?: components["schemas"]["MerchantLink"];
            /** @description The number of people that fit in. */
            capacity?: components["schemas"]["Capacity"];
            /** @description Whether the customer likes the record. Always false: reads are the same for all clients. */
            liked: boolean;
            /** @description Badges for the picture, in the tenant's own form. */
            badges?: unknown[];
            /** @description The attributes. */
            attributes?: unknown[];
            /** @description The URL of the main picture. */
            featuredImage: string;
            /** @description A summary of one or two sentences. */
            abstract: string;
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            /** @description Whether the merchant pauses. */
            isHolidayActive: boolean;
            /** @description The number of attendees. */
            attendees: number;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description The date of an event. Without an end, the event ends when it starts. */
        EventDate: {
            /**
             * Format: date-time
             * @description The start time.
             */
            start: string;
            /**
             * Format: date-time
             * @description The end time.
             */
            end: string;
            /** @description The year of the start, in UTC. */
            year: number;
        };
        /** @description An event on its own page. */
        EventDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PUBLISHED" | "SOLD_OUT" | "PASSED" | "CANCELLED";
            date: components["schemas"]["EventDate"];
            /** @description The sessions of the event; null if it has none. */
            sessions: components["schemas"]["Session"][] | null;
            /** @description The id of a series of events; null for a single event. */
            recurrenceGroupId: string | null;
            /** @description The price. */
            price: components["schemas"]["Price"];
            place?: components["schemas"]["EventPlace"];
            merchant?: components["schemas"]["MerchantLink"];
            /** @description The number of people that fit in. */
            capacity?: components["schemas"]["Capacity"];
            /** @description Whether the customer likes the record. Always false: reads are the same for all clients. */
            liked: boolean;
            /** @description Badges for the picture, in the tenant's own form. */
            badges?: unknown[];
            /** @description The attributes. */
            attributes?: unknown[];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            /** @description The URL of the main picture. */
            featuredImage: string;
            /** @description A summary of one or two sentences. */
            abstract: string;
            /** @description The number of attendees. */
            attendees: number;
            /** @description The images. An event without any shows its featured image here. */
            images: string[];
            /** @description The full programme. Markup without scripts, handlers, frames, forms and styles. */
            content?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description For attendees. */
            notes?: string[];
            /** @description For attendees. */
            rules?: string[];
            /** @description The merchant's pause. */
            holidayMode?: components["schemas"]["Holiday"];
        };
        /** @description The filters of events with counts. Each facet is counted with every filter except its own. */
        EventFacets: {
            /** @description The range of prices. */
            priceRange: components["schemas"]["FacetRange"];
            /** @description A record also counts for all categories above its own. */
            categories: components["schemas"]["FacetCount"][];
            /** @description The most frequent first. */
            places: components["schemas"]["FacetCount"][];
            /** @description The most frequent first. */
            merchants: components["schemas"]["FacetCount"][];
            /** @description The most frequent first. */
            years: components["schemas"]["FacetYear"][];
        };
        /** @description The venue of an event. */
        EventPlace: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The city. */
            city?: string;
            /** @description The number of people that fit in. */
            capacity?: number;
            /** @description The position on the map. */
            location?: components["schemas"]["Point"];
            /** @description The address, also of a venue without a location. */
            address?: string;
        };
        /** @description The metadata of an event for search engines and social networks. Its URLs are on the tenant's first host; for a tenant without one they are paths. */
        EventSEO: {
            /** @description The title. */
            title: string;
            /** @description The description. */
            description: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The event's canonical URL. */
            canonical: string;
            openGraph: components["schemas"]["OpenGraph"];
            twitter: components["schemas"]["TwitterCard"];
            /** @description The event in schema.org terms, for a script of type application/ld+json. */
            jsonLd: {
                [key: string]: unknown;
            };
        };
        /** @description The group of a question. */
        FAQGroupLink: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The title. */
            title: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
        };
        /** @description A group of questions, with its subgroups. */
        FAQGroupNode: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The title. */
            title: string;
            /** @description The group's name in URLs. A group without one is read by its id. */
            slug?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description: string;
            /** @description The group's own questions. */
            questions: components["schemas"]["FAQRecord"][];
            /** @description The id of the parent group. */
            parent?: string;
            /** @description The subgroups. */
            children?: components["schemas"]["FAQGroupNode"][];
        };
        /** @description A question with its answer. */
        FAQRecord: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The question. */
            question: string;
            /** @description The answer. Markup without scripts, handlers, frames, forms and styles. */
            answer: string;
            /**
             * Format: date-time
             * @description The date of the record.
             */
            date: string;
            /** @description The group of the question; null without a visible group. */
            group: components["schemas"]["FAQGroupLink"] | null;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description An attribute that products can be filtered by, with its values. */
        FacetAttribute: {
            /** @description The name as the filter attributes takes it: \: stands for a colon. */
            name: string;
            /** @description The name as it is shown. */
            label: string;
            /** @description Type of the values: TEXT, COLOR or a type of the tenant's own. */
            type: string;
            /** @description Its values, the most frequent first. */
            options: components["schemas"]["FacetOption"][];
        };
        /** @description A brand, category, place or merchant that the list can be filtered by, with the number of matching records. */
        FacetCount: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The number of matching records. */
            count: number;
        };
        /** @description One value of an attribute. */
        FacetOption: {
            /** @description The name for display. */
            label: string;
            /** @description The value to filter by. */
            value: string;
            /** @description The number of matching records. */
            count: number;
        };
        /** @description The range of prices; {} if no record has a price. */
        FacetRange: {
            /** @description The lowest price. */
            min?: number;
            /** @description The highest price. */
            max?: number;
        };
        /** @description A year that the list can be filtered by, with the number of matching records. */
        FacetYear: {
            /** @description The year. */
            year: number;
            /** @description The number of matching records. */
            count: number;
        };
        /** @description A request for a link that sets a new password. */
        ForgotPassword: {
            /** @description The account's email address. */
            email: string;
            /**
             * @description Channel of the link: email, or sms to a verified number.
             * @default email
             * @enum {string}
             */
            method: "email" | "sms";
        };
        /** @description The position of a page in a list that can be searched, other than of products. */
        FoundMeta: {
            /** @description The number of records on all pages. */
            totalRecords: number;
            /** @description The number of pages. */
            totalPages: number;
            /** @description The page, from 1; a page past the end is empty. */
            currentPage: number;
            /** @description The maximum number of records on a page. */
            limit: number;
            /** @description Whether a next page exists. */
            hasNextPage: boolean;
            /** @description Whether a previous page exists. */
            hasPrevPage: boolean;
            /** @description True if there are more matches than are counted. */
            truncated?: boolean;
            /** @description Words of the search that some of the records lack. */
            relaxed?: string[];
            /** @description Words that no record has. */
            corrected?: components["schemas"]["Correction"][];
            /** @description Another text that finds something. */
            didYouMean?: string;
        };
        /** @description A merchant's pause. Orders wait until it ends. */
        Holiday: {
            /** @description Whether the merchant pauses now. */
            active: boolean;
            /** @description The merchant's notice. */
            message?: string;
        };
        /** @description A started card payment on the bank's page. */
        Hosted: {
            /** @description The payment's id; keep it: whoever has it may use the payment. */
            paymentId: string;
            /** @description The payment's name in the return URL and at the bank. */
            reference: string;
            /** @description The page that leads to the bank's page; show it unchanged. */
            html: string;
            /** @description The URL of the bank's page, if a redirect is enough. */
            url?: string;
            /**
             * Format: date-time
             * @description The time until which the items are reserved.
             */
            expiresAt: string;
        };
        /** @description The instalment plans of one type of card. */
        InstallmentDetail: {
            /** @description The digits of the request. */
            binNumber: string;
            /** @description The price without a plan. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            price: number;
            /** @description CREDIT_CARD, DEBIT_CARD or PREPAID_CARD. */
            cardType: string;
            /** @description VISA, MASTER_CARD, TROY or AMERICAN_EXPRESS. */
            cardAssociation: string;
            /** @description The bank's name of the card programme. */
            cardFamilyName: string;
            /** @description Whether the bank requires 3-D Secure; Vitrine always uses it. */
            force3ds: boolean;
            /** @description The issuing bank. */
            bankName: string;
            /** @description The plans, the single payment first. */
            installmentPrices: components["schemas"]["InstallmentPrice"][];
        };
        /** @description One instalment plan. */
        InstallmentPrice: {
            /** @description The number of payments. */
            installmentNumber: number;
            /** @description Each payment, rounded. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            installmentPrice: number;
            /** @description The sum of the payments, which is charged. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            totalPrice: number;
        };
        /** @description The instalment plans of a card. */
        Installments: {
            /** @description One for each type of card. */
            installmentDetails: components["schemas"]["InstallmentDetail"][];
        };
        /** @description A public key of access tokens (RFC 8037). */
        JWK: {
            /** @description OKP. */
            kty: string;
            /** @description Ed25519. */
            crv: string;
            /** @description The id of the key, as in the header of a token. */
            kid: string;
            /** @description Sig. */
            use: string;
            /** @description EdDSA. */
            alg: string;
            /** @description The key. */
            x: string;
        };
        /** @description The public keys of access tokens. All tenants share them. */
        JWKS: {
            /** @description The current, the next and the recent keys. */
            keys: components["schemas"]["JWK"][];
        };
        /** @description The answer to a follower. */
        Lease: {
            /** @description The follower has a lease. */
            granted: boolean;
            /** @description Milliseconds from when the follower asked; 0 if it is not granted. */
            lease: number;
            /** @description Why it is not granted: behind, slow or starting. */
            why?: string;
            /** @description Of the last announced change. */
            epoch?: string;
            /** @description The last announced change that concerns subscribers. */
            announced: number;
        };
        /** @description The report of a follower. */
        LeaseRequest: {
            /** @description The follower's name; one for each cache of the tenant. */
            edge: string;
            /** @description The 8 digits at the end of the token of the last applied change. */
            epoch?: string;
            /** @description The number of the last applied change. */
            applied?: number;
            /** @description The follower serves nothing any more; the others may be absent. */
            leaving?: boolean;
        };
        /** @description The short form of another record. */
        Link: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id?: string;
            /** @description The name. */
            name?: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description Present only on a list that was truncated. */
        ListMeta: {
            /** @description True: there are more records. */
            truncated: boolean;
        };
        /** @description An email address with its password. */
        LogIn: {
            /** @description The account's email address. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description The short form of a merchant. */
        MerchantCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo?: string;
            /** @description The rating, from 0 to 5. A JSON number with at most two decimals. */
            rating?: number;
        };
        /** @description A merchant in a list and on its own page. */
        MerchantDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The email address. */
            email?: string;
            /** @description The telephone number. */
            phone?: string;
            /** @description The rating, from 0 to 5. A JSON number with at most two decimals. */
            rating?: number;
            /** @description The number of ratings. */
            ratingCount?: number;
            /** @description The position on the map. */
            location?: components["schemas"]["Point"];
            /** @description The address, also of a merchant without a location. */
            address?: string;
            /** @description The city. */
            city?: string;
            /** @description The country. */
            country?: string;
            /** @description The merchant's pause. */
            holidayMode: components["schemas"]["Holiday"];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description The seller of a product or the host of an event. */
        MerchantLink: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description A merchant on the map. */
        MerchantPlace: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The position on the map. */
            location: components["schemas"]["Point"];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A telephone number in parts. The national number is the area code followed by the number. */
        MobileNumber: {
            /** @description The area code, such as 532. */
            areaCode: number;
            /** @description The country calling code, such as 90. */
            countryCode: number;
            /** @description The ISO 3166-1 code of the country, such as TR. */
            isoCode: string;
            /** @description The remaining digits. */
            phoneNumber: number;
        };
        /** @description A person's name. */
        Name: {
            /** @description The given name. */
            first: string;
            /** @description The family name. */
            last: string;
        };
        /** @description A new password. */
        NewPassword: {
            /** @description 8 to 256 characters, not a common password. */
            password: string;
        };
        /** @description A notification for a customer. */
        Notification: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The type, as a code. */
            type: string;
            /** @description The title. */
            title: string;
            /** @description The text, one sentence. */
            body: string;
            /** @description The ids of the records concerned. */
            data: {
                [key: string]: unknown;
            };
            /** @description The target of a click. */
            link?: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "UNREAD" | "READ";
            /** @description Whether the customer has read it. */
            read: boolean;
            /**
             * Format: date-time
             * @description The time of the first reading.
             */
            readAt?: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description The Open Graph metadata of an event. */
        OpenGraph: {
            /** @description Always event. */
            type: string;
            /** @description The title. */
            title: string;
            /** @description The description. */
            description: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The event's URL. */
            url: string;
        };
        /** @description A paid order. */
        Order: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The payment's id. */
            paymentId: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "CANCELLED";
            /** @description The items. */
            items: components["schemas"]["OrderItem"][];
            /** @description The price of the items. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            total: number;
            /** @description The amount paid, including the cost of the instalment plan. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            charged: number;
            /** @description The amount refunded. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            refunded: number;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description An item of an order, as it was bought. */
        OrderItem: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The product's id. */
            productId?: string;
            /** @description Or the event's id. */
            eventId?: string;
            /** @description The record's slug at the time of the order. */
            slug: string;
            /** @description The record's name at the time of the order. */
            name: string;
            /** @description The quantity. */
            quantity: number;
            /** @description The unit price. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            price: number;
            /** @description The price of the quantity. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            total: number;
        };
        /** @description The short form of an organization. */
        OrganizationCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo: string | null;
            /** @description A summary of one or two sentences. */
            brief: string | null;
        };
        /** @description An organization in a list and on its own page. */
        OrganizationDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the logo. */
            logo?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The email address. */
            email?: string;
            /** @description The telephone number. */
            phone?: string;
            /** @description Street, number and town. */
            address?: string;
            /** @description The city. */
            city?: string;
            /** @description The country. */
            country?: string;
            /** @description The contact person. */
            contacts: unknown[];
            /** @description The organization's profiles on social networks. */
            social?: {
                [key: string]: unknown;
            };
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A page in a list. */
        PageCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A page in full. */
        PageDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
            /** @description The text of the page. Markup without scripts, handlers, frames, forms and styles. */
            content: string;
            seo: components["schemas"]["SEO"];
        };
        /** @description The position of a page in any other list. */
        PageMeta: {
            /** @description The number of records on all pages. */
            totalRecords: number;
            /** @description The number of pages. */
            totalPages: number;
            /** @description The page, from 1; a page past the end is empty. */
            currentPage: number;
            /** @description The maximum number of records on a page. */
            limit: number;
            /** @description Whether a next page exists. */
            hasNextPage: boolean;
            /** @description Whether a previous page exists. */
            hasPrevPage: boolean;
            /** @description True if there are more matches than are counted. */
            truncated?: boolean;
        };
        /** @description The position of a page in a product list. */
        Pagination: {
            /** @description The number of records on all pages. */
            totalRecords: number;
            /** @description The number of pages. */
            totalPages: number;
            /** @description The page, from 1; a page past the end is empty. */
            currentPage: number;
            /** @description The maximum number of records on a page. */
            limit: number;
        };
        /** @description The answer to a new password. */
        PasswordSet: {
            /** @description A sentence for the customer. */
            message: string;
            /** @description A device token, as a sign-in returns it. */
            device?: components["schemas"]["Token"];
        };
        /** @description Starts a card payment. */
        Pay3DS: {
            /** @description The basket's id. */
            basketId: string;
            /** @description 12 to 19 digits. */
            cardNumber: string;
            /** @description 01 to 12. */
            expireMonth: string;
            /** @description Two or four digits. */
            expireYear: string;
            /** @description Three or four digits. */
            cvc: string;
            /** @description The name on the card. */
            cardHolderName: string;
            /** @description The number of payments, from the plans of the card; 1 by default. A decimal, written as a JSON number or as a string. */
            installment?: number | string;
            /** @description The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something else, nothing is begun. A decimal, written as a JSON number or as a string. */
            expectedTotal?: number | string;
        };
        /** @description Starts a payment on a blockchain. */
        PayCrypto: {
            /** @description The basket's id. */
            basketId: string;
            /** @description One of the tenant's coins. */
            asset: string;
            /** @description The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something else, nothing is begun. A decimal, written as a JSON number or as a string. */
            expectedTotal?: number | string;
        };
        /** @description Starts a card payment on the bank's page. It holds no card. */
        PayHosted: {
            /** @description The basket's id. */
            basketId: string;
            /** @description The number of payments; more than one needs bin, because the price depends on the card. A decimal, written as a JSON number or as a string. */
            installment?: number | string;
            /** @description The first 6 or 8 digits of the card, never more; without it one payment. */
            bin?: string;
            /** @description The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something else, nothing is begun. A decimal, written as a JSON number or as a string. */
            expectedTotal?: number | string;
        };
        /** @description Starts a payment by bank transfer. */
        PayTransfer: {
            /** @description The basket's id. */
            basketId: string;
            /** @description The total of the basket that the customer saw, without what an instalment plan adds. If the basket costs something else, nothing is begun. A decimal, written as a JSON number or as a string. */
            expectedTotal?: number | string;
        };
        /** @description The state of a payment. */
        Payment: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description One of succeeded, failed, expired, cancelled, refund_pending, partially_refunded, refunded and voided. A transfer can also be pending, partially_paid or in review. A payment on a blockchain can also be pending, confirming, underpaid, overpaid or in review. */
            status: string;
            /** @description The amount due. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            amount: number;
            /** @description The amount received. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            paid: number;
            /** @description The amount refunded. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            refunded: number;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
            /** @description The reason of a failure, as a code. */
            reason?: string;
            /** @description The order. */
            order?: components["schemas"]["Order"];
            /** @description Of a payment on a blockchain: its transaction. */
            crypto?: components["schemas"]["CryptoState"];
        };
        /** @description The short form of a place. */
        PlaceCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The city. */
            city?: string;
            /** @description The position on the map. */
            location: components["schemas"]["Point"] | null;
            /** @description The address, also of a place without a location. */
            address?: string;
        };
        /** @description A place in a list and on its own page. */
        PlaceDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The number of people that fit in. */
            capacity: number | null;
            /** @description The position on the map. */
            location: components["schemas"]["Point"] | null;
            /** @description The address, also of a place without a location. */
            address?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The URLs of the pictures. */
            images?: string[];
            /** @description The city. */
            city?: string;
            /** @description The country. */
            country?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The email address. */
            email?: string;
            /** @description The telephone number. */
            phone?: string;
            /** @description The time zone's name in the tz database, such as Europe/Istanbul. */
            timezone?: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A position on the map. */
        Point: {
            /** @description The latitude in degrees north. */
            lat: number;
            /** @description The longitude in degrees east. */
            lng: number;
            /** @description Street, number and town. */
            address: string;
        };
        /** @description The price of a record; {} for a record without a price. */
        Price: {
            /** @description The reduced price, if any. A JSON number with at most two decimals. */
            sale?: number;
            /** @description The regular price. A JSON number with at most two decimals. */
            list?: number;
            /** @description The current price. A JSON number with at most two decimals. */
            amount?: number;
            /** @description The discount in percent. A JSON number with at most two decimals. */
            discount?: number;
            /** @description The lowest price of the last 30 days. A JSON number with at most two decimals. */
            lowestPrice30Days?: number;
            /** @description The ISO 4217 code of the currency, such as TRY. */
            currency?: string;
        };
        /** @description An error in the form of RFC 9457, application/problem+json, if Accept asks for it. */
        Problem: {
            /** @description The type of the error: urn:vitrine:error: and the code. */
            type: string;
            /** @description The code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The error in a sentence for people. */
            detail: string;
            /**
             * @description The error code.
             * @enum {string}
             */
            code: "TENANT_REQUIRED" | "TENANT_MISMATCH" | "TENANT_UNKNOWN" | "TENANT_DISABLED" | "INVALID_REQUEST" | "PAYLOAD_TOO_LARGE" | "INVALID_PARAMETER" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "TOO_MANY_REQUESTS" | "INTERNAL" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "VERIFY_TOKEN_INVALID" | "ID_TOKEN_INVALID" | "INVALID_CODE" | "EMAIL_TAKEN" | "ALREADY_VERIFIED" | "NO_PHONE" | "ACCOUNT_PENDING" | "EMAIL_NOT_VERIFIED" | "SIGN_UP_CLOSED" | "PROVIDER_UNKNOWN" | "OUT_OF_STOCK" | "HOLD_LIMIT" | "NOT_FOR_SALE" | "CURRENCY_MISMATCH" | "BASKET_FULL" | "BASKET_EMPTY" | "BASKET_PLACED" | "TOTAL_CHANGED" | "PAYMENT_UNDER_WAY" | "PAYMENT_PENDING" | "PAYMENT_REFUSED" | "PAYMENT_STATE" | "METHOD_OFF" | "HOSTED_ONLY" | "PROVIDER_FAILED" | "KEY_REUSED" | "KEY_IN_FLIGHT" | "SIGNATURE_INVALID";
            /** @description The invalid parameters. */
            errors?: components["schemas"]["ErrorField"][];
            /** @description The id of the request in the log. */
            requestId: string;
        };
        /** @description A product in a list. */
        ProductCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            _id: string;
            /** @description The title. */
            title: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PUBLISHED" | "OUT_OF_STOCK";
            /** @description The price. */
            price: components["schemas"]["Price"];
            /** @description The URL of a small picture. */
            thumbnail?: string;
            /** @description The URL of the main picture. */
            featuredImage?: string;
            /** @description The number in stock; absent if the tenant does not count it. */
            stockAmount?: number;
            /** @description The way of sale, in the tenant's words. */
            saleType?: string;
            /** @description The product's categories. */
            category?: components["schemas"]["Ref"][];
            brand?: components["schemas"]["Link"];
            merchant?: components["schemas"]["MerchantLink"];
            /** @description The year. */
            year?: number;
            /** @description The attributes. */
            attributes?: components["schemas"]["AttributeRef"][];
            /** @description Whether the customer likes the record. Always false: reads are the same for all clients. */
            liked: boolean;
            /** @description Whether the merchant pauses. */
            isHolidayActive: boolean;
            /** @description Badges for the picture, in the tenant's own form. */
            badges?: unknown[];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A product on its own page. */
        ProductDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The title. */
            title: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PUBLISHED" | "OUT_OF_STOCK";
            /** @description Whether the customer likes the record. Always false: reads are the same for all clients. */
            liked: boolean;
            /** @description The URL of a small picture. */
            thumbnail?: string;
            /** @description The URL of the main picture. */
            featuredImage?: string;
            /** @description The images. A product without any shows its featured image or thumbnail here. */
            images: string[];
            /** @description The price. */
            price: components["schemas"]["Price"];
            /** @description The year. */
            year?: number;
            /** @description A summary of one or two sentences. */
            brief?: string;
            brand?: components["schemas"]["Link"];
            merchant?: components["schemas"]["MerchantLink"];
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description Further properties. */
            properties?: unknown[];
            /** @description The tenant's number of the product. */
            sku?: string;
            /** @description The maker's number of the product. */
            modelNo?: string;
            /** @description A further number of the product. */
            stn?: string;
            /** @description The way of sale, in the tenant's words. */
            saleType?: string;
            /** @description The techniques. */
            techniques?: string[];
            /** @description The materials. */
            materials?: string[];
            /** @description The tools. */
            tools?: string[];
            /** @description The product's place in a limited run. */
            edition?: components["schemas"]["Edition"];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
            /** @description The attributes. */
            attributes?: components["schemas"]["AttributeRef"][];
            stock?: components["schemas"]["Stock"];
            /** @description The merchant's pause. */
            holidayMode?: components["schemas"]["Holiday"];
            /** @description Badges for the picture, in the tenant's own form. */
            badges?: unknown[];
            /** @description The packaging. */
            variants?: unknown[];
        };
        /** @description The filters of products with counts. Each facet is counted with every filter except its own. */
        ProductFacets: {
            /** @description The range of prices. */
            priceRange: components["schemas"]["FacetRange"];
            /** @description The most frequent first. */
            brands: components["schemas"]["FacetCount"][];
            /** @description A record also counts for all categories above its own. */
            categories: components["schemas"]["FacetCount"][];
            /** @description The attribute with the most frequent value first. */
            attributes: components["schemas"]["FacetAttribute"][];
            /** @description The most frequent first. */
            merchants: components["schemas"]["FacetCount"][];
            /** @description The most frequent first. */
            years: components["schemas"]["FacetYear"][];
        };
        /** @description The customer's own account. */
        Profile: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The account's email address, normalized. */
            email: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
            /** @description Whether the email address is verified. */
            emailVerified: boolean;
            /** @description Whether the telephone number is verified. */
            phoneVerified: boolean;
            /** @description The number that codes are sent to, in E.164 form. */
            phone?: string;
            /** @description The customer's contact data. */
            contact: components["schemas"]["Contact"];
            /**
             * @description The type of customer.
             * @enum {string}
             */
            type: "B2C" | "B2B";
            /** @description The customer's company. */
            company?: components["schemas"]["Company"];
            /** @description Whether the account has a password. */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description A project in a list. */
        ProjectCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "planned" | "ongoing" | "completed" | "cancelled";
            /**
             * Format: date-time
             * @description The date of completion; null for an unfinished project.
             */
            completionDate: string | null;
            /** @description The URLs of the pictures. */
            gallery: string[];
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A project in full. */
        ProjectDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "planned" | "ongoing" | "completed" | "cancelled";
            /**
             * Format: date-time
             * @description The start time.
             */
            startDate?: string;
            /**
             * Format: date-time
             * @description The date of completion; null for an unfinished project.
             */
            completionDate: string | null;
            /** @description The URLs of the pictures. */
            gallery: string[];
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The full description. Markup without scripts, handlers, frames, forms and styles. */
            content?: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            /** @description The client. */
            client?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The organization that carried the project out. */
            organization?: components["schemas"]["Link"];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
        };
        /** @description The server's public key of web push. */
        PushKey: {
            /** @description A P-256 point in base64url, for applicationServerKey of PushManager.subscribe. */
            publicKey: string;
        };
        /** @description The keys of a browser. */
        PushKeys: {
            /** @description The public key. */
            p256dh: string;
            /** @description The secret. */
            auth: string;
        };
        /** @description A new push subscription. */
        PushSubscribed: {
            /** @description For DELETE /notification/push/subscriptions/{id}. */
            id: string;
        };
        /** @description A browser's push subscription, as PushSubscription.toJSON writes it. */
        PushSubscription: {
            /** @description The URL at the browser's push service. */
            endpoint: string;
            /** @description The keys for the encryption of messages. */
            keys: components["schemas"]["PushKeys"];
            /** @description Ignored; the push service reports the end of a subscription. A decimal, written as a JSON number or as a string. */
            expirationTime?: number | string;
        };
        /** @description The number of notifications that were marked as read. */
        ReadAll: {
            /** @description The number of notifications that were unread. */
            updated: number;
        };
        /** @description Refers to another record. */
        Ref: {
            /** @description Its id. */
            value: string;
            /** @description Its name. */
            label: string;
        };
        /** @description The refresh token of a session. */
        RefreshToken: {
            /** @description The refresh token. */
            refreshToken: string;
        };
        /** @description A term that a definition refers to. */
        RelatedTerm: {
            /** @description The term. */
            term: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
        };
        /** @description A session's new tokens. */
        Renewed: {
            /** @description They replace the old ones. */
            tokens: components["schemas"]["Tokens"];
            /** @description A device token, if the request had none of the account and the refresh token was replaced. */
            device?: components["schemas"]["Token"];
        };
        /** @description A request for a sign-in code. */
        ResendOTP: {
            /** @description The account's email address. */
            email: string;
            /**
             * @description Channel of the code: sms to a verified number, otherwise email.
             * @default sms
             * @enum {string}
             */
            method: "email" | "sms";
        };
        /** @description A part of the list of revoked tickets for offline gates. */
        RevokedTickets: {
            /** @description Signed like a ticket; the payload holds the ids, next and more. */
            list: string;
            /** @description The parameter since for the next part, or for what is revoked later. */
            next: string;
            /** @description Whether the list has a next part already. */
            more: boolean;
        };
        /** @description A route in a list. */
        RouteCard: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /** @description The duration in days. */
            durationDays: number | null;
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            /** @description The stops, in order. */
            stops: components["schemas"]["Stop"][];
            /** @description The texts that highlight names, as HTML with the matches marked. */
            _highlight?: {
                [key: string]: unknown;
            };
            /** @description The parts of texts that snippet names, as HTML with the matches marked. */
            _snippet?: {
                [key: string]: unknown;
            };
            /** @description With explain=true: how the search found the record. */
            _explain?: {
                [key: string]: unknown;
            };
        };
        /** @description A route in full. */
        RouteDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /** @description The duration in days. */
            durationDays: number | null;
            /** @description The stops, in order. */
            stops: components["schemas"]["Stop"][];
            /** @description A summary of one or two sentences. */
            brief?: string;
            /** @description The description. Markup without scripts, handlers, frames, forms and styles. */
            description?: string;
            /** @description The URL of the main picture. */
            coverImage?: string;
            /** @description The URLs of the pictures. */
            images?: string[];
            /** @description The length in kilometres. A JSON number with at most two decimals. */
            distanceKm?: number;
            /** @description The difficulty, in the tenant's words. */
            difficulty?: string;
            /** @description The price. */
            price: components["schemas"]["Price"];
        };
        /** @description The metadata of a page for search engines. */
        SEO: {
            /** @description For the title element. */
            metaTitle: string;
            /** @description For the meta description. */
            metaDescription: string;
        };
        /** @description Holds the best records of one module. */
        SearchGroup: {
            /** @description The first word of the module's paths. */
            module: string;
            /** @description The number of records that were found. */
            total: number;
            /** @description True if there are more than total. */
            truncated?: boolean;
            /** @description The path of the list with all of them under /v1. */
            path: string;
            /** @description The best first. */
            hits: components["schemas"]["SearchHit"][];
        };
        /** @description Texts of a record as HTML. Matches are in mark elements; everything else is escaped. */
        SearchHighlights: {
            /** @description The whole name. */
            name: string;
            /** @description The part of the description with the most matches. */
            text?: string;
        };
        /** @description A record of any module, as a search over all modules shows it. */
        SearchHit: {
            /** @description The module: the first word of its paths. */
            module: string;
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug?: string;
            /** @description The path of the record under /v1. A question is read with its group; it has no path without one. */
            path?: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The price. */
            price?: components["schemas"]["Price"];
            /** @description The texts that matched. */
            highlights: components["schemas"]["SearchHighlights"];
        };
        /** @description Tells how the text of a search was read. It is present only on the answer to a search that found nothing, whose words were not all taken as they were typed, or that was truncated. */
        SearchMeta: {
            /** @description True if there are more matches than are counted. */
            truncated?: boolean;
            /** @description Words of the search that some of the records lack, because too few records have all of them. */
            relaxed?: string[];
            /** @description Words that no record has. */
            corrected?: components["schemas"]["Correction"][];
            /** @description Another text: with the words that were searched instead of mistyped ones or, if nothing was found, with words that find something. */
            didYouMean?: string;
        };
        /** @description The records of all modules that a text finds. */
        SearchResults: {
            /** @description The text, without needless spaces. */
            query: string;
            /** @description The number of records of all groups. */
            total: number;
            /** @description The module with the best record first. */
            groups: components["schemas"]["SearchGroup"][];
        };
        /** @description The time of Postgres's clock. */
        ServerTime: {
            /** @description Milliseconds since 1970, with three decimals. */
            time: number;
        };
        /** @description One part of an event, with its own time. */
        Session: {
            /**
             * Format: date-time
             * @description The start time.
             */
            start: string;
            /**
             * Format: date-time
             * @description The end time.
             */
            end: string;
            /** @description Name of the session. */
            label?: string;
        };
        /** @description An active session of a customer. */
        SessionInfo: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /**
             * @description The method of the sign-in.
             * @enum {string}
             */
            method: "signup" | "password" | "otp" | "social";
            /** @description The last network address. */
            address: string;
            /** @description The client's User-Agent. */
            userAgent: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time of the last renewal.
             */
            refreshedAt: string;
            /**
             * Format: date-time
             * @description The time of expiry without a renewal.
             */
            expiresAt: string;
        };
        /** @description The new quantity of an item. */
        SetItem: {
            /** @description 1 to 99. */
            quantity: number;
        };
        /** @description The data of a new account. */
        SignUp: {
            /** @description The email address; case, width and the script of the domain are ignored. */
            email: string;
            /** @description 8 to 256 characters, not a common password. */
            password: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
            /** @description The customer's contact data. */
            contact: components["schemas"]["Contact"];
            /** @description The customer's company; required and accepted only if the tenant sells to businesses. */
            company?: components["schemas"]["Company"];
            /** @description The language of emails, tr or en; the tenant's by default. */
            language?: string;
        };
        /** @description A customer with tokens. */
        SignedIn: {
            /** @description The customer. */
            user: components["schemas"]["User"];
            /** @description Absent after a sign-up that needs the tenant's approval or a verified address. */
            tokens?: components["schemas"]["Tokens"];
            /** @description Send it as X-Device-Token with later sign-ins, so that wrong passwords of others cannot lock this device out. */
            device?: components["schemas"]["Token"];
        };
        /** @description An ID token of an identity provider that the tenant accepts. */
        SocialLogin: {
            /** @description The tenant's name of the provider. */
            provider: string;
            /** @description The provider's ID token (OpenID Connect). */
            idToken: string;
            /** @description The nonce of the token; required if the provider supports one. */
            nonce?: string;
        };
        /** @description A started card payment. */
        Started: {
            /** @description The payment's id; keep it: whoever has it may use the payment. */
            paymentId: string;
            /** @description The payment's name in the return URL and at the bank. */
            reference: string;
            /** @description The page that leads to the bank; show it unchanged. */
            html: string;
            /**
             * Format: date-time
             * @description The time until which the customer can pay.
             */
            expiresAt: string;
        };
        /** @description The stock of a product; absent if the tenant does not count it. */
        Stock: {
            /** @description The number in stock; absent if the tenant does not count it. */
            amount?: number;
            /** @description The number below which the tenant reorders. */
            min?: number;
        };
        /** @description One stop of a route. */
        Stop: {
            /** @description The day of the tour, from 1. */
            day: number;
            /** @description The title. */
            title: string;
            /** @description The description. */
            description: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description Opens the change stream from a browser. */
        StreamToken: {
            /** @description The parameter token of the change stream. */
            token: string;
            /** @description Seconds for which it opens streams; an open stream goes on. */
            expiresIn: number;
        };
        /** @description The name of a record that completes a text. */
        Suggestion: {
            /** @description The name. */
            text: string;
            /** @description The name as HTML, with matches in mark elements and everything else escaped. */
            highlight: string;
            /** @description The first word of the module's paths. */
            module: string;
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The path of the record under /v1. */
            path: string;
            /** @description The URL of the picture. */
            image?: string;
            /** @description The price. */
            price?: components["schemas"]["Price"];
        };
        /** @description The names of records that complete a text. */
        Suggestions: {
            /** @description The text, without needless spaces. */
            query: string;
            /** @description The best first, each name once. */
            suggestions: components["schemas"]["Suggestion"][];
        };
        /** @description A ticket for one person and one event. */
        Ticket: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The order's id. */
            orderId: string;
            /** @description The event. */
            event: components["schemas"]["TicketEvent"];
            /**
             * @description Only valid tickets are admitted.
             * @enum {string}
             */
            status: "valid" | "used" | "cancelled" | "refunded" | "expired";
            /** @description The code for the gate; absent unless the ticket is valid. */
            qr?: components["schemas"]["TicketQR"];
            /**
             * Format: date-time
             * @description The time of the check-in.
             */
            checkedInAt?: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description The event of a ticket. */
        TicketEvent: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The slug; empty if the event was deleted. */
            slug: string;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description The start time.
             */
            date: string;
        };
        /** @description A public key of a tenant's tickets. */
        TicketKey: {
            /** @description The id of the key, as in the payload of a ticket. */
            kid: string;
            /** @description Ed25519. */
            alg: string;
            /** @description The key, in base64url. */
            public: string;
            /**
             * Format: date-time
             * @description The time since which the key signs nothing. A ticket whose iat is 5 minutes later is forged. Absent for a key in use.
             */
            retiredAt?: string;
        };
        /** @description The QR code of a ticket. */
        TicketQR: {
            /** @description The text of the code. */
            data: string;
            /**
             * @description Text: draw data as a QR code.
             * @enum {string}
             */
            format: "text";
            /** @description The QR code as SVG; with include=image. */
            image?: string;
        };
        /** @description A token with its expiry. */
        Token: {
            /** @description The token. */
            token: string;
            /**
             * Format: date-time
             * @description The time of expiry.
             */
            expires: string;
        };
        /** @description The tokens of a session. */
        Tokens: {
            /** @description A JWT for Authorization: Bearer. */
            access: components["schemas"]["Token"];
            /** @description An opaque token for refresh-tokens and logout. */
            refresh: components["schemas"]["Token"];
        };
        /** @description A pending bank transfer. */
        Transfer: {
            /** @description The payment's id. */
            paymentId: string;
            /** @description Pending. */
            status: string;
            /** @description The code for the description of the transfer. */
            referenceCode: string;
            /** @description The amount to transfer. An amount in hundredths of the currency's unit. In JSON it is a number with at most two decimals. */
            amount: number;
            /** @description The ISO 4217 code of the currency. */
            currency: string;
            /** @description The recipient's address. */
            iban: string;
            /** @description The account holder. */
            accountHolder: string;
            /** @description The bank. */
            bankName: string;
            /**
             * Format: date-time
             * @description The time until which the transfer must arrive.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description The time until which the items are reserved; at most expiresAt.
             */
            reservedUntil: string;
        };
        /** @description The X card of an event. */
        TwitterCard: {
            /** @description Always summary_large_image. */
            card: string;
            /** @description The title. */
            title: string;
            /** @description The description. */
            description: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description The position of a page of notifications. */
        UnreadMeta: {
            /** @description The number of records on all pages. */
            totalRecords: number;
            /** @description The number of pages. */
            totalPages: number;
            /** @description The page, from 1; a page past the end is empty. */
            currentPage: number;
            /** @description The maximum number of records on a page. */
            limit: number;
            /** @description Whether a next page exists. */
            hasNextPage: boolean;
            /** @description Whether a previous page exists. */
            hasPrevPage: boolean;
            /** @description True if there are more matches than are counted. */
            truncated?: boolean;
            /** @description The number of unread notifications on all pages. */
            unreadCount: number;
        };
        /** @description A signed-in customer. */
        User: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The account's email address, normalized. */
            email: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
        };
        /** @description The answer to a verified address. */
        VerifiedEmail: {
            /** @description A sentence for the customer. */
            message: string;
            /** @description A token for reset-password, valid for ten minutes, if the account has no password. */
            resetToken?: string;
        };
        /** @description Names the transaction of a payment. */
        VerifyCrypto: {
            /** @description 0x and 64 hexadecimal digits. */
            txHash: string;
            /** @description If present, it must be that of the payment. */
            chainId?: number;
        };
        /** @description A proof that the client of a link is the one that signed up. */
        VerifyEmail: {
            /** @description The account's password. Without it, and without an access token of the account, the first verification removes everything that was set before: password, telephone numbers and sessions. */
            password?: string;
        };
        /** @description A sign-in code. */
        VerifyOTP: {
            /** @description The account's email address. */
            email: string;
            /** @description Six digits. */
            otp: string;
        };
        /** @description The code that was sent to the account's number. */
        VerifyPhone: {
            /** @description Six digits. */
            otp: string;
        };
    };
    responses: {
        /** @description The client's copy is current. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Version": components["headers"]["X-Version"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Cache-Status": components["headers"]["Cache-Status"];
                "Content-Location": components["headers"]["Content-Location"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description A parameter or header is not valid.
         *
         *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
         *     - `TENANT_MISMATCH`: header and URL name different tenants
         *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
         *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
         */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "INVALID_PARAMETER",
                 *       "message": "limit=\"500\" is not valid: expected a whole number from 1 to 100",
                 *       "statusCode": 400,
                 *       "errors": [
                 *         {
                 *           "field": "limit",
                 *           "code": "INVALID",
                 *           "message": "limit=\"500\" is not valid: expected a whole number from 1 to 100"
                 *         }
                 *       ],
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The tenant is disabled.
         *
         *     - `TENANT_DISABLED`: the tenant is disabled
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "TENANT_DISABLED",
                 *       "message": "This tenant is disabled.",
                 *       "statusCode": 403,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The tenant or the record does not exist.
         *
         *     - `TENANT_UNKNOWN`: the tenant does not exist
         *     - `NOT_FOUND`: the record does not exist or belongs to another account
         */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "NOT_FOUND",
                 *       "message": "There is no such record.",
                 *       "statusCode": 404,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The path accepts GET, HEAD and OPTIONS only.
         *
         *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
         */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "METHOD_NOT_ALLOWED",
                 *       "message": "This address can be read with GET or HEAD.",
                 *       "statusCode": 405,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description Accept-Encoding excludes br, gzip and identity.
         *
         *     - `NOT_ACCEPTABLE`: Accept-Encoding excludes all codings
         */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "NOT_ACCEPTABLE",
                 *       "message": "Accept-Encoding leaves nothing that can be sent: identity, gzip or br.",
                 *       "statusCode": 406,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The body of the request is too large. Reads need none.
         *
         *     - `PAYLOAD_TOO_LARGE`: the body is too large
         */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "PAYLOAD_TOO_LARGE",
                 *       "message": "The body is larger than 65536 bytes.",
                 *       "statusCode": 413,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request line and the headers together exceed 16 KB. */
        HeadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "INVALID_REQUEST",
                 *       "message": "The request's line and headers are larger than 16384 bytes.",
                 *       "statusCode": 431,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description An internal error. The server's log has the requestId.
         *
         *     - `INTERNAL`: internal error; the log has the cause under requestId
         */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "INTERNAL",
                 *       "message": "Internal error.",
                 *       "statusCode": 500,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The tenant cannot be read at the moment. Retry after Retry-After.
         *
         *     - `UNAVAILABLE`: temporarily unavailable; retry later
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "UNAVAILABLE",
                 *       "message": "The tenant cannot be read now. Try again in a moment.",
                 *       "statusCode": 503,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description Too many searches at once. Retry after Retry-After.
         *
         *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
         */
        TooManySearches: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "status": "error",
                 *       "code": "TOO_MANY_REQUESTS",
                 *       "message": "Too many searches at once. Try again in a moment.",
                 *       "statusCode": 429,
                 *       "requestId": "5f3a9c21-17"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
         * @example demo
         */
        Tenant: string;
        /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
        IfNoneMatch: string;
        /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
        Consistency: string;
        /** @description The page, from 1. A page past the end is empty. */
        Page: number;
        /** @description The maximum number of records. */
        Limit: number;
        /** @description Alias of limit. Give only one of the two. */
        PerPage: number;
        /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
        Order: "asc" | "desc";
        /**
         * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
         * @example mavi
         */
        Search: string;
        /** @description Alias of search. Give only one of the two. */
        Q: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this form of the answer, for If-None-Match. */
        ETag: string;
        /** @description The tenant's change number at which the answer was read. It never decreases. */
        "X-Version": number;
        /** @description How long a cache may use the answer without revalidation. */
        "Cache-Control": string;
        /** @description The gateway, as vitrine-NAME, and whether the answer was cached (RFC 9211): hit; hit with detail=assembled if it was made in memory without a query to Postgres; or fwd=miss. */
        "Cache-Status": string;
        /** @description On a search, the engine that answered: memory, postgres or meilisearch. With ;truncated, it did not count all matches. With ;interim, another engine answers such searches soon, in an order of its own; the answer is kept for at most a second. A search over all modules may name several, separated by commas. */
        "X-Search-Engine": string;
        /** @description The canonical URL, if the request used another form of it. */
        "Content-Location": string;
        /** @description 1 if neither the bus nor the database could confirm the answer. Age gives its age in seconds. */
        "X-Stale": "1";
        /** @description The id of the request in the log. */
        "X-Request-Id": string;
        /** @description The methods that the path accepts. */
        Allow: string;
        /** @description Seconds to wait before the next request. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    productList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "attributes" | "badges" | "brand" | "category" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "price" | "saleType" | "slug" | "status" | "stockAmount" | "thumbnail" | "title" | "year")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "name")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id or slug. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "velturna"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "3441a98160ee679b66cab85e"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Products that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Products that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Products of this year.
                 * @example 2025
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
                /**
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. In the name, \: stands for a colon. Repeated, or as attributes[]; at most 100.
                 * @example [
                 *       "Renk:Mavi"
                 *     ]
                 */
                attributes?: string[];
                /**
                 * @description Products to leave out, by id. Repeated, or as discard[], or separated by commas; at most 100.
                 * @example [
                 *       "7c9b2400567a0a74562748af"
                 *     ]
                 */
                discard?: string[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products, filtered and sorted. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductCard"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    productNew: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "attributes" | "badges" | "brand" | "category" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "price" | "saleType" | "slug" | "status" | "stockAmount" | "thumbnail" | "title" | "year")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "name")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id or slug. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "velturna"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "3441a98160ee679b66cab85e"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Products that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Products that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Products of this year.
                 * @example 2025
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
                /**
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. In the name, \: stands for a colon. Repeated, or as attributes[]; at most 100.
                 * @example [
                 *       "Renk:Mavi"
                 *     ]
                 */
                attributes?: string[];
                /**
                 * @description Products to leave out, by id. Repeated, or as discard[], or separated by commas; at most 100.
                 * @example [
                 *       "7c9b2400567a0a74562748af"
                 *     ]
                 */
                discard?: string[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest products. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductCard"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    productPopular: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "attributes" | "badges" | "brand" | "category" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "price" | "saleType" | "slug" | "status" | "stockAmount" | "thumbnail" | "title" | "year")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "name")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id or slug. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "velturna"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "3441a98160ee679b66cab85e"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Products that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Products that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Products of this year.
                 * @example 2025
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
                /**
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. In the name, \: stands for a colon. Repeated, or as attributes[]; at most 100.
                 * @example [
                 *       "Renk:Mavi"
                 *     ]
                 */
                attributes?: string[];
                /**
                 * @description Products to leave out, by id. Repeated, or as discard[], or separated by commas; at most 100.
                 * @example [
                 *       "7c9b2400567a0a74562748af"
                 *     ]
                 */
                discard?: string[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Best-selling and most visited products. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductCard"][];
                        pagination: components["schemas"]["Pagination"];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    productRandom: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The number of records.
                 * @example 4
                 */
                amount: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products at random, different on every request. */
            200: {
                headers: {
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductCard"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    productFilters: {
        parameters: {
            query?: {
                /** @description The sort of the list that the counts are for. A search that is sorted leaves out records that lack a word if others have all of them; the counts then do so too. */
                sort?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "popularity" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The maximum number of values of each facet and attribute, the most frequent first. */
                facetLimit?: number;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id or slug. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "velturna"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "3441a98160ee679b66cab85e"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Products that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Products that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Products of this year.
                 * @example 2025
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
                /**
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. In the name, \: stands for a colon. Repeated, or as attributes[]; at most 100.
                 * @example [
                 *       "Renk:Mavi"
                 *     ]
                 */
                attributes?: string[];
                /**
                 * @description Products to leave out, by id. Repeated, or as discard[], or separated by commas; at most 100.
                 * @example [
                 *       "7c9b2400567a0a74562748af"
                 *     ]
                 */
                discard?: string[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filters of the matching products, with counts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductFacets"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    productSimilar: {
        parameters: {
            query?: {
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example mavi-keten-gomlek
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Products with the same categories and attributes, then of the same brand. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductCard"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    product: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("attributes" | "badges" | "brand" | "brief" | "category" | "description" | "edition" | "featuredImage" | "holidayMode" | "id" | "images" | "liked" | "materials" | "merchant" | "modelNo" | "name" | "price" | "properties" | "saleType" | "sku" | "slug" | "status" | "stn" | "stock" | "techniques" | "thumbnail" | "title" | "tools" | "variants" | "year")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example mavi-keten-gomlek
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One product. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProductDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    brandList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "website")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "description")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Brands. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandDetail"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    brand: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example velturna
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One brand. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    brandById: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 8d0a26767e0a85feb0b8bd1b
                 */
                _id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One brand, by id. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    brandCard: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "logo" | "name" | "slug")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example velturna
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A brand's summary. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandCard"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    brandLocation: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brand" | "id" | "location" | "name" | "phone")[];
                /**
                 * @description Stores of these brands, by id or slug. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "velturna"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Places within a box on the map: minLng,minLat,maxLng,maxLat in degrees. A box that crosses the 180th meridian has a minLng above its maxLng.
                 * @example 26,36,45,42
                 */
                bbox?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stores and dealers, for a map. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandPlace"][];
                        meta?: components["schemas"]["ListMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    merchantList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name" | "rating";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "rating";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "category" | "city" | "country" | "description" | "email" | "holidayMode" | "id" | "image" | "location" | "logo" | "name" | "phone" | "rating" | "ratingCount" | "slug" | "website")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "description")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "merchant-makers"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merchants. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantDetail"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    merchant: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "category" | "city" | "country" | "description" | "email" | "holidayMode" | "id" | "image" | "location" | "logo" | "name" | "phone" | "rating" | "ratingCount" | "slug" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example harbour-goods
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One merchant. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    merchantCard: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "logo" | "name" | "rating" | "slug")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example harbour-goods
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A merchant's summary. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantCard"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    merchantLocation: {
        parameters: {
            query?: {
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "location" | "name" | "slug")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: "name"[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Places within a box on the map: minLng,minLat,maxLng,maxLat in degrees. A box that crosses the 180th meridian has a minLng above its maxLng.
                 * @example 26,36,45,42
                 */
                bbox?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Merchants on the map. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantPlace"][];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "capacity" | "city" | "country" | "description" | "email" | "id" | "image" | "images" | "location" | "name" | "phone" | "slug" | "timezone" | "website")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "description" | "city" | "country")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Places within a box on the map: minLng,minLat,maxLng,maxLat in degrees. A box that crosses the 180th meridian has a minLng above its maxLng.
                 * @example 26,36,45,42
                 */
                bbox?: string;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Places. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceDetail"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    place: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "capacity" | "city" | "country" | "description" | "email" | "id" | "image" | "images" | "location" | "name" | "phone" | "slug" | "timezone" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example tuz-ambari
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One place. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeById: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "capacity" | "city" | "country" | "description" | "email" | "id" | "image" | "images" | "location" | "name" | "phone" | "slug" | "timezone" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 3f49d0aec27c06b2f22ca12e
                 */
                _id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One place, by id. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeShort: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "city" | "id" | "image" | "location" | "name" | "slug")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example tuz-ambari
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A place's card. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceCard"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "brief" | "city" | "contacts" | "country" | "description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "social" | "website")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "brief" | "description")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organizations. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["OrganizationDetail"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    organization: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "brief" | "city" | "contacts" | "country" | "description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "social" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example toprak-ve-ates-dernegi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One organization. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["OrganizationDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationById: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("address" | "brief" | "city" | "contacts" | "country" | "description" | "email" | "id" | "image" | "logo" | "name" | "phone" | "slug" | "social" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 86f733a53fbe4dbfa0847f46
                 */
                _id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One organization, by id. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["OrganizationDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationShort: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brief" | "id" | "logo" | "name" | "slug")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example toprak-ve-ates-dernegi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An organization's card. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["OrganizationCard"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    campaignList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("banner" | "brief" | "coverImage" | "description" | "endDate" | "id" | "slug" | "startDate" | "title" | "url")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "brief" | "description")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaigns. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CampaignDetail"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    campaignActive: {
        parameters: {
            query?: {
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("coverImage" | "endDate" | "id" | "slug" | "title" | "url")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: "title"[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaigns that have started and have not ended. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CampaignCard"][];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    campaign: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("banner" | "brief" | "coverImage" | "description" | "endDate" | "id" | "slug" | "startDate" | "title" | "url")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 32bed63f96976aaf4c09492a
                 */
                _id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One campaign, by id. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CampaignDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    categoryTree: {
        parameters: {
            query?: {
                /**
                 * @description The kind of records: product, blog, event, merchant, page or project.
                 * @example product
                 */
                type?: string;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The category tree. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CategoryNode"][];
                        meta?: components["schemas"]["ListMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    categoryList: {
        parameters: {
            query?: {
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "image" | "name" | "parent" | "slug" | "type")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: "name"[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description The kind of records: product, blog, event, merchant, page or project.
                 * @example product
                 */
                type?: string;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All categories as a flat list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CategoryCard"][];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    category: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("banner" | "description" | "id" | "image" | "name" | "parent" | "slug" | "type")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example bags
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One category, by slug or id. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CategoryDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pageList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("createdAt" | "id" | "slug" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: "title"[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "page-bilgi"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Published pages. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PageCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    page: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("content" | "createdAt" | "id" | "seo" | "slug" | "title")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example hakkimizda
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PageDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    blogList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("author" | "category" | "coverImage" | "id" | "publishedAt" | "slug" | "summary" | "tags" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "summary")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "blog-crafts"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Blog posts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BlogCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    blogNew: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("author" | "category" | "coverImage" | "id" | "publishedAt" | "slug" | "summary" | "tags" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "summary")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "blog-crafts"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest blog posts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BlogCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    blog: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("author" | "category" | "content" | "coverImage" | "id" | "publishedAt" | "seo" | "slug" | "summary" | "tags" | "title")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example bir-fincanin-yedi-gunu
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One blog post. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BlogDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    attributeList: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "name" | "options" | "type" | "unit")[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Attributes with their options. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AttributeSet"][];
                        meta?: components["schemas"]["ListMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    attribute: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("id" | "name" | "options" | "type" | "unit")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example de862218100c88d19de00566
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One attribute. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AttributeSet"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    routeList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name" | "price";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name" | "price";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brief" | "coverImage" | "durationDays" | "id" | "slug" | "stops" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "brief")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Routes and tours. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RouteCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    route: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brief" | "coverImage" | "description" | "difficulty" | "distanceKm" | "durationDays" | "id" | "images" | "price" | "slug" | "stops" | "title")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example the-potters-road
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One route. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RouteDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    faqList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "answer" | "date" | "group" | "question")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("question" | "answer")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: question:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Questions of these groups, by id or slug. Repeated, or as group[], or separated by commas; at most 100.
                 * @example [
                 *       "teslimat"
                 *     ]
                 */
                group?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Questions and answers. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["FAQRecord"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    faq: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example teslimat
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One group of questions, by slug or id, with its questions and subgroups. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["FAQGroupNode"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    collectionsList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("banner" | "brief" | "id" | "image" | "slug" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "brief")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Collections. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CollectionCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    collections: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("banner" | "brief" | "description" | "id" | "image" | "products" | "slug" | "title")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example summer-wardrobe
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One collection with its products, at most 500. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CollectionDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "abstract" | "attendees" | "attributes" | "badges" | "capacity" | "category" | "date" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "place" | "price" | "recurrenceGroupId" | "sessions" | "slug" | "status")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "abstract")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id or slug. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id or slug. Repeated, or as organization[], or separated by commas; at most 100.
                 * @example [
                 *       "86f733a53fbe4dbfa0847f46"
                 *     ]
                 */
                organization?: string[];
                /**
                 * @description Events that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Events that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Events that start in this year, in UTC.
                 * @example 2026
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventUpcoming: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "abstract" | "attendees" | "attributes" | "badges" | "capacity" | "category" | "date" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "place" | "price" | "recurrenceGroupId" | "sessions" | "slug" | "status")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "abstract")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id or slug. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id or slug. Repeated, or as organization[], or separated by commas; at most 100.
                 * @example [
                 *       "86f733a53fbe4dbfa0847f46"
                 *     ]
                 */
                organization?: string[];
                /**
                 * @description Events that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Events that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Events that start in this year, in UTC.
                 * @example 2026
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upcoming events, the next first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventPassed: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "abstract" | "attendees" | "attributes" | "badges" | "capacity" | "category" | "date" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "place" | "price" | "recurrenceGroupId" | "sessions" | "slug" | "status")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "abstract")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id or slug. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id or slug. Repeated, or as organization[], or separated by commas; at most 100.
                 * @example [
                 *       "86f733a53fbe4dbfa0847f46"
                 *     ]
                 */
                organization?: string[];
                /**
                 * @description Events that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Events that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Events that start in this year, in UTC.
                 * @example 2026
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Passed events, the latest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventNew: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("_id" | "abstract" | "attendees" | "attributes" | "badges" | "capacity" | "category" | "date" | "featuredImage" | "isHolidayActive" | "liked" | "merchant" | "name" | "place" | "price" | "recurrenceGroupId" | "sessions" | "slug" | "status")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("name" | "abstract")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: name:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id or slug. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id or slug. Repeated, or as organization[], or separated by commas; at most 100.
                 * @example [
                 *       "86f733a53fbe4dbfa0847f46"
                 *     ]
                 */
                organization?: string[];
                /**
                 * @description Events that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Events that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Events that start in this year, in UTC.
                 * @example 2026
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest events. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventFilters: {
        parameters: {
            query?: {
                /** @description The sort of the list that the counts are for. A search that is sorted leaves out records that lack a word if others have all of them; the counts then do so too. */
                sort?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "date" | "name" | "price" | "year";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The maximum number of values of each facet and attribute, the most frequent first. */
                facetLimit?: number;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id or slug. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id or slug. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id or slug. Repeated, or as organization[], or separated by commas; at most 100.
                 * @example [
                 *       "86f733a53fbe4dbfa0847f46"
                 *     ]
                 */
                organization?: string[];
                /**
                 * @description Events that cost at least this much. At most 20 characters, without an exponent.
                 * @example 100
                 */
                minPrice?: number;
                /**
                 * @description Events that cost at most this much. At most 20 characters, without an exponent.
                 * @example 2500
                 */
                maxPrice?: number;
                /**
                 * @description Events that start in this year, in UTC.
                 * @example 2026
                 */
                year?: number;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filters of the matching events, with counts. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventFacets"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    event: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("abstract" | "attendees" | "attributes" | "badges" | "capacity" | "category" | "content" | "date" | "description" | "featuredImage" | "holidayMode" | "id" | "images" | "liked" | "merchant" | "name" | "notes" | "place" | "price" | "recurrenceGroupId" | "rules" | "sessions" | "slug" | "status")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example comlek-atolyesi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventSimilar: {
        parameters: {
            query?: {
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example comlek-atolyesi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events at the same venue or in the same categories. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventSeo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example comlek-atolyesi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metadata of an event for search engines and social networks. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventSEO"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    dictionaryList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("definition" | "id" | "relatedTerms" | "slug" | "term")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("term" | "definition")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: term:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Terms that begin with this letter, of any script; case is ignored.
                 * @example a
                 */
                letter?: string;
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Terms. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["DictionaryWord"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    dictionary: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("definition" | "id" | "relatedTerms" | "slug" | "term")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example abrash
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One term. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["DictionaryWord"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    projectList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
                /** @description What to sort by; without it, the order is the shop's own. */
                sort?: "createdAt" | "name";
                /** @description Another name of sort: give one of them. */
                sortBy?: "createdAt" | "name";
                /** @description The direction of sort or sortBy. Records without a value come last in both directions. */
                order?: components["parameters"]["Order"];
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brief" | "completionDate" | "coverImage" | "gallery" | "id" | "slug" | "status" | "title")[];
                /** @description Fields whose texts are repeated in the member _highlight, as HTML with the matches in mark elements. Everything else is escaped. Needs search. Repeated, or as highlight[], or separated by commas; at most 100. */
                highlight?: ("title" | "brief")[];
                /** @description Fields of which the part with the most matches is in the member _snippet, in the same form. A number of words from 1 to 100 may follow: title:20. Needs search. Repeated, or as snippet[], or separated by commas; at most 100. */
                snippet?: string[];
                /** @description The element around matches in place of mark. */
                highlightTag?: "mark" | "b" | "em" | "i" | "span" | "strong" | "u";
                /** @description While developing only: each record has the member _explain, which says how the search found it. Needs search. */
                explain?: boolean;
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "project-homes"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Records of this language, and those without one.
                 * @example tr
                 */
                language?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProjectCard"][];
                        meta: components["schemas"]["FoundMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    project: {
        parameters: {
            query?: {
                /** @description The fields of the records to send; without it, all. Others are missing, even required ones. Repeated, or as fields[], or separated by commas; at most 100. */
                fields?: ("brief" | "category" | "client" | "completionDate" | "content" | "coverImage" | "description" | "gallery" | "id" | "organization" | "slug" | "startDate" | "status" | "title" | "website")[];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path: {
                /**
                 * @description The record's slug.
                 * @example sarnicli-evin-onarimi
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One project. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProjectDetail"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description Words to search for. Every word must be found; the last one may be a beginning.
                 * @example keten
                 */
                q: string;
                /**
                 * @description The modules to search; without it, all. Repeated, or as modules[], or separated by commas; at most 100.
                 * @example [
                 *       "product"
                 *     ]
                 */
                modules?: ("product" | "brand" | "merchant" | "place" | "organization" | "campaign" | "category" | "page" | "blog" | "route" | "faq" | "collections" | "event" | "dictionary" | "project")[];
                /** @description The maximum number of records of each module. */
                limit?: number;
                /** @description Alias of limit. Give only one of the two. */
                perPage?: number;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Records of all modules that a text finds. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SearchResults"];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManySearches"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    suggest: {
        parameters: {
            query: {
                /**
                 * @description Words to search for. Every word must be found; the last one may be a beginning.
                 * @example keten
                 */
                q: string;
                /**
                 * @description The modules to search; without it, all. Repeated, or as modules[], or separated by commas; at most 100.
                 * @example [
                 *       "product"
                 *     ]
                 */
                modules?: ("product" | "brand" | "merchant" | "place" | "organization" | "campaign" | "category" | "page" | "blog" | "route" | "faq" | "collections" | "event" | "dictionary" | "project")[];
                /** @description The maximum number of suggestions. */
                limit?: number;
                /** @description Alias of limit. Give only one of the two. */
                perPage?: number;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The ETag of the client's copy. If the copy is current, the status is 304. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description The token of a change. The answer is at least that new; the gateway waits for the change if necessary. The last part, the epoch, may be left out. */
                "x-consistency"?: components["parameters"]["Consistency"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names of records that complete a text. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Version": components["headers"]["X-Version"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Cache-Status": components["headers"]["Cache-Status"];
                    "X-Search-Engine": components["headers"]["X-Search-Engine"];
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Suggestions"];
                        meta?: components["schemas"]["SearchMeta"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            429: components["responses"]["TooManySearches"];
            431: components["responses"]["HeadTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    signup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Sign up. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `SIGN_UP_CLOSED`: the tenant accepts no new accounts
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `EMAIL_TAKEN`: an account with this email address exists
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description Sign in with a password. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `INVALID_CREDENTIALS`: wrong email address, password or code
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `ACCOUNT_PENDING`: the tenant has not approved the account yet
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            /** @description End a session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            /** @description Renew a session's tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Renewed"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `REFRESH_TOKEN_INVALID`: the refresh token is not valid, or its session has ended
             *     - `REFRESH_TOKEN_REUSED`: the refresh token was replaced before; the session ended
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description Request a link to set a new password. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query: {
                /** @description The token of the link in the email. */
                token: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description Set a new password. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PasswordSet"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `RESET_TOKEN_INVALID`: the link was used, replaced or has expired
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendVerificationEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request a link to verify the email address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `ALREADY_VERIFIED`: already verified
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query: {
                /** @description The token of the link in the email. */
                token: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description Verify the email address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["VerifiedEmail"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             *     - `INVALID_CREDENTIALS`: wrong email address, password or code
             *     - `VERIFY_TOKEN_INVALID`: the link was used, replaced or has expired
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendPhoneVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request a code to verify the telephone number. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `ALREADY_VERIFIED`: already verified
             *     - `NO_PHONE`: the account has no number that can receive messages
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyPhone"];
            };
        };
        responses: {
            /** @description Verify the telephone number. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             *     - `INVALID_CODE`: the code is wrong, used or expired
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendOtp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendOTP"];
            };
        };
        responses: {
            /** @description Request a sign-in code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    verifyOtp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyOTP"];
            };
        };
        responses: {
            /** @description Sign in with a code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `INVALID_CREDENTIALS`: wrong email address, password or code
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `ACCOUNT_PENDING`: the tenant has not approved the account yet
             *     - `EMAIL_NOT_VERIFIED`: the email address must be verified first
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    socialLogin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description The device token of an earlier sign-in, or up to 5 joined by dots. It keeps the limits for strangers from this device. Browsers send the cookie `vitrine-device` instead. An invalid token is ignored. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SocialLogin"];
            };
        };
        responses: {
            /** @description Sign in or sign up with an identity provider's token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SignedIn"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `INVALID_CREDENTIALS`: wrong email address, password or code
             *     - `ID_TOKEN_INVALID`: the provider's token is not valid
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `ACCOUNT_PENDING`: the tenant has not approved the account yet
             *     - `SIGN_UP_CLOSED`: the tenant accepts no new accounts
             *     - `PROVIDER_UNKNOWN`: the tenant does not accept this provider
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the access token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sessionList: {
        parameters: {
            query?: {
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's sessions, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["SessionInfo"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sessionEnd: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End one of the account's sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public keys of access tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["JWKS"];
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    basket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The basket at current prices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Basket"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    basketClear: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Empty the basket. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Basket"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    basketAdd: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddItem"];
            };
        };
        responses: {
            /** @description Add an item to the basket. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Basket"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_FULL`: the basket has the maximum number of items
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    basketRemove: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove an item from the basket. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Basket"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    basketSet: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetItem"];
            };
        };
        responses: {
            /** @description Change the quantity of an item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Basket"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orderList: {
        parameters: {
            query?: {
                /** @description `asc` or `desc`. */
                order?: string;
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's orders, the newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Order"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    order: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Order"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    installments: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskInstallments"];
            };
        };
        responses: {
            /** @description The instalment plans of a card. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Installments"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Bad Gateway.
             *
             *     - `PROVIDER_FAILED`: the bank did not answer; nothing was charged
             */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pay3ds: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Pay3DS"];
            };
        };
        responses: {
            /** @description Start a card payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Started"];
                    };
                    "text/html": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             *     - `HOSTED_ONLY`: the tenant takes cards only on the bank's page
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `HOLD_LIMIT`: unpaid orders reserve too much; wait for Retry-After, or pay
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: the basket has no item with a price
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `TOTAL_CHANGED`: the basket does not cost expectedTotal; message has the new total
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             *     - `PAYMENT_REFUSED`: the bank refused the payment; reason has the cause
             *     - `PAYMENT_STATE`: the state of the payment does not allow this
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Bad Gateway.
             *
             *     - `PROVIDER_FAILED`: the bank did not answer; nothing was charged
             */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payHosted: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayHosted"];
            };
        };
        responses: {
            /** @description Start a card payment on the bank's page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Hosted"];
                    };
                    "text/html": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `HOLD_LIMIT`: unpaid orders reserve too much; wait for Retry-After, or pay
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: the basket has no item with a price
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `TOTAL_CHANGED`: the basket does not cost expectedTotal; message has the new total
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             *     - `PAYMENT_REFUSED`: the bank refused the payment; reason has the cause
             *     - `PAYMENT_STATE`: the state of the payment does not allow this
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Bad Gateway.
             *
             *     - `PROVIDER_FAILED`: the bank did not answer; nothing was charged
             */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payment3dsCallback: {
        parameters: {
            query: {
                /** @description The tenant's id. */
                shop: string;
                /** @description The payment's id. */
                payment: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The bank's result, sent through the customer's browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `SIGNATURE_INVALID`: the signature is not valid
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `PAYMENT_PENDING`: the bank has not answered yet
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Bad Gateway.
             *
             *     - `PROVIDER_FAILED`: the bank did not answer; nothing was charged
             */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payment3dsComplete: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletePayment"];
            };
        };
        responses: {
            /** @description The result of a card payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Payment"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `PAYMENT_PENDING`: the bank has not answered yet
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payTransfer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayTransfer"];
            };
        };
        responses: {
            /** @description Start a payment by bank transfer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Transfer"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `HOLD_LIMIT`: unpaid orders reserve too much; wait for Retry-After, or pay
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: the basket has no item with a price
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `TOTAL_CHANGED`: the basket does not cost expectedTotal; message has the new total
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             *     - `PAYMENT_STATE`: the state of the payment does not allow this
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payTransferVerify: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the payment.
                 * @example 0123456789abcdef01234567
                 */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of a bank transfer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Payment"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payCrypto: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayCrypto"];
            };
        };
        responses: {
            /** @description Start a payment on a blockchain. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Crypto"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `OUT_OF_STOCK`: the stock is too low
             *     - `HOLD_LIMIT`: unpaid orders reserve too much; wait for Retry-After, or pay
             *     - `NOT_FOR_SALE`: the item cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: the basket has no item with a price
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `TOTAL_CHANGED`: the basket does not cost expectedTotal; message has the new total
             *     - `PAYMENT_UNDER_WAY`: the basket has a payment and cannot be changed or paid
             *     - `PAYMENT_STATE`: the state of the payment does not allow this
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payCryptoVerify: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
                /** @description Requests with the same key get the same answer for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the payment.
                 * @example 0123456789abcdef01234567
                 */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyCrypto"];
            };
        };
        responses: {
            /** @description Name the transaction of a payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Payment"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Conflict.
             *
             *     - `PAYMENT_REFUSED`: the bank refused the payment; reason has the cause
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is in progress
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unprocessable Entity.
             *
             *     - `KEY_REUSED`: the Idempotency-Key was used for another request
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transferWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example demo
                 */
                shop: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Money arrived in a tenant's account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `SIGNATURE_INVALID`: the signature is not valid
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    iyzicoWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tenant's id.
                 * @example demo
                 */
                shop: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description iyzico reports a change of a payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `SIGNATURE_INVALID`: the signature is not valid
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticketList: {
        parameters: {
            query?: {
                /** @description `image` adds the QR code as SVG. */
                include?: string;
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's tickets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Ticket"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orderTickets: {
        parameters: {
            query?: {
                /** @description `image` adds the QR code as SVG. */
                include?: string;
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The id of the order.
                 * @example 0123456789abcdef01234567
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tickets of an order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Ticket"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticketImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The QR code of a ticket. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticketKeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public keys of a tenant's tickets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["TicketKey"][];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticketsRevoked: {
        parameters: {
            query?: {
                /** @description The member `next` of an earlier answer. */
                since?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked tickets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RevokedTickets"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticketCheckIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckIn"];
            };
        };
        responses: {
            /** @description Check a ticket in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CheckedIn"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    notificationList: {
        parameters: {
            query?: {
                /** @description `unread` or `read`. */
                status?: string;
                /** @description `asc` or `desc`. */
                order?: string;
                /** @description The page, from 1. A page past the end is empty. */
                page?: components["parameters"]["Page"];
                /** @description The maximum number of records. */
                limit?: components["parameters"]["Limit"];
                /** @description Alias of limit. Give only one of the two. */
                perPage?: components["parameters"]["PerPage"];
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's notifications, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Notification"][];
                        meta: components["schemas"]["UnreadMeta"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    notificationRead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mark a notification as read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Notification"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    notificationReadAll: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mark all notifications as read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ReadAll"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pushKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key for web push subscriptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PushKey"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pushSubscribe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushSubscription"];
            };
        };
        responses: {
            /** @description Subscribe a browser to notifications. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PushSubscribed"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pushUnsubscribe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path: {
                /**
                 * @description The record's id.
                 * @example 0123456789abcdef01234567
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unsubscribe a browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             *     - `METHOD_OFF`: the tenant has not enabled this method
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             *     - `NOT_FOUND`: the record does not exist or belongs to another account
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    notificationStream: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream of notifications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changes: {
        parameters: {
            query?: {
                /** @description A stream token, for browsers, whose EventSource sends no Authorization. */
                token?: string;
                /** @description As the header Last-Event-ID, which comes first. */
                lastEventId?: string;
                /** @description The name of a follower, which sees changes before they are announced. */
                edge?: string;
                /** @description true: a follower is also sent events `announced`, `{seq, token}`: changes up to it are announced. */
                announced?: string;
            };
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant's change stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issue a stream token for a browser. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["StreamToken"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    edgeLease: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Required unless the path (/t/{tenant}/v1) or the host names it; if several do, they must agree.
                 * @example demo
                 */
                "x-service-client"?: components["parameters"]["Tenant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeaseRequest"];
            };
        };
        responses: {
            /** @description Acknowledge changes and renew a lease. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Lease"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing or repeated
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             *     - `INVALID_PARAMETER`: a parameter is not valid; errors name it
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unauthorized.
             *
             *     - `UNAUTHENTICATED`: the access token is missing or not valid here
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description The authentication scheme. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Forbidden.
             *
             *     - `TENANT_DISABLED`: the tenant is disabled
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Not Found.
             *
             *     - `TENANT_UNKNOWN`: the tenant does not exist
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Entity Too Large.
             *
             *     - `PAYLOAD_TOO_LARGE`: the body is too large
             */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Unsupported Media Type.
             *
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body has the wrong type, or a Content-Encoding
             */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Too Many Requests.
             *
             *     - `TOO_MANY_REQUESTS`: too many requests; wait for Retry-After
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    time: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time by Postgres's clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ServerTime"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `INVALID_REQUEST`: the request is malformed; 431: its headers are too large
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Method Not Allowed.
             *
             *     - `METHOD_NOT_ALLOWED`: Allow lists the accepted methods
             */
            405: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Allow: components["headers"]["Allow"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Request Header Fields Too Large.
             *
             *     - `INVALID_REQUEST`: the request line and the headers together exceed 16 KB
             */
            431: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Internal Server Error.
             *
             *     - `INTERNAL`: internal error; the log has the cause under requestId
             */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description Service Unavailable.
             *
             *     - `UNAVAILABLE`: temporarily unavailable; retry later
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
