// Generated from the OpenAPI document by `make client`; do not edit.
// document sha256: e27b5ac4054c2385897ea208ce5b83a0c0c9e2b5f835c2b200f36971e46e5b43

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
         * @description Makes an account and lets in. Where the shop approves accounts, or wants the address verified first, there are no tokens yet.
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
         * @description An unknown address and a wrong password give the same answer, in the same time.
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
         * @description A token that is of no use any more is no error.
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
         * @description The refresh token is replaced. For ten seconds the one before it gets the same new pair; after that it ends the session.
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
         * Ask for a link to set a new password
         * @description The answer is the same whether or not there is such an account. At most one letter is sent a minute.
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
         * @description Ends every session of the account.
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
        /** Ask for a link to verify the address */
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
         * Verify the address
         * @description The token names the shop; a header that names another is refused.
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
        /** Ask for a code to verify the number */
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
        /** Verify the number */
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
         * Ask for a code to sign in with
         * @description The answer is the same whether or not there is such an account. A number that is not verified gets no code: then it goes to the address.
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
         * @description Five guesses, five minutes. A code that came by mail verifies the address by the way.
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
         * Sign in, or up, with an identity provider's token
         * @description The provider must say that the address is verified. An account with that address is linked; one that never verified it loses its password and sessions first.
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
        /** The basket, at today's prices */
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
         * Put something into the basket
         * @description A product or an event. Prices are always the shop's.
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
        /** Take a line out of the basket */
        delete: operations["basketRemove"];
        options?: never;
        head?: never;
        /** Change how many of a line are wanted */
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
         * The plans that a card is offered
         * @description Takes a card's first 6 or 8 digits, never more: a whole number is refused.
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
         * Begin to pay by card
         * @description Answers with the page that leads to the customer's bank, or with JSON that holds it where Accept asks for `application/json`. No money is taken before the bank has sent the customer back.
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
         * Begin to pay by card on the bank's own page
         * @description The card is typed at the bank and never comes here: a body that holds one is refused. Answers with the page that leads there, or with JSON where Accept asks for `application/json`. How it ends is asked for by `/payment/3ds/complete`, as of any card payment. Off unless the shop has agreed it with its bank.
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
         * What the bank says, through the customer's browser
         * @description For banks. Its signature is checked before anything it says, then all of it is compared with the payment. Of a page on which the provider takes the money it brings a token, which only makes us ask. Where the shop has a page to return to, the answer is 303.
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
         * How a card payment ended
         * @description The same every time. Before the bank has answered: 409.
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
         * Begin to pay by transfer
         * @description Answers with a reference code that the transfer's description must hold.
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
         * Whether a transfer has come
         * @description It only asks: the truth comes from the bank's signed webhook or its statement.
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
         * Begin to pay on a chain
         * @description Answers with an address and a sum that is this payment's alone: it must be sent to the last digit. Off unless the shop has turned it on.
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
         * Name the transaction a payment was made with
         * @description What the chain shows decides. Until its block lies deep enough the payment is `pending` or `confirming`; ask again, or wait for the notification. A transaction that pays for something else is refused, and changes nothing.
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
         * Money came into a shop's account
         * @description For banks. `{"lines": [StatementLine…]}`, signed as Standard Webhooks are. Each line counts once.
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
         * iyzico has news of a payment
         * @description For iyzico. It only makes us ask: nothing that it says is believed.
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
    "/event/tickets/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of a shop's tickets
         * @description With them a gate checks tickets without a line to us.
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
         * The tickets that let nobody in any more
         * @description For gates: needs a gate's key as `Authorization: Bearer`.
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
         * Let a ticket in
         * @description For gates: needs a gate's key as `Authorization: Bearer`. Of any number of gates one lets a ticket in; the same scan sent again gets the same answer.
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
         * What the customer was told, the oldest first
         * @description `meta.unreadCount` counts those that were not read.
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
        /** Mark one as read */
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
        /** Mark all as read */
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
        /** The key to subscribe to web push with */
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
         * Tell this browser of notifications
         * @description Takes what `PushSubscription.toJSON()` gives. Only the push services of known browsers are written to. Ten browsers of an account at most, each until its session ends.
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
        /** Tell this browser of nothing any more */
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
         * What the customer is told from now on
         * @description Server-sent events, resumable by Last-Event-ID. At most five of one account; they end with the access token.
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
         * @description Server-sent events, authenticated by the tenant's stream key as the bearer token and resumable with Last-Event-ID. Each event is `{seq, token, tags}`. Answers that carry one of the opaque tags may have changed; no gateway serves the old ones any more. A read with the token as `x-consistency` is at least that new. Changes of drafts are not included. A client that resumes after the retention period receives one event with the tag of all answers.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Puts something into the basket: a product or an event. */
        AddItem: {
            /** @description Which product. */
            productId?: string;
            /** @description Which event; one of the two. */
            eventId?: string;
            /** @description How many, 1 to 99; where it is in the basket already, so many more. */
            quantity: number;
        };
        /** @description Asks what a card may be paid with. */
        AskInstallments: {
            /** @description What the basket costs, as a number or a decimal in a string. A decimal, written as a JSON number or as a string. */
            amount: number | string;
            /** @description The card's first 6 or 8 digits, never more. */
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
        /** @description What a customer means to buy. */
        Basket: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Its lines. */
            items: components["schemas"]["BasketItem"][];
            /** @description What the lines that are available cost. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            total: number;
            /** @description ISO 4217. */
            currency: string;
        };
        /** @description A line of a basket, at today's price. */
        BasketItem: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Which product. */
            productId?: string;
            /** @description Or which event. */
            eventId?: string;
            /** @description The record's slug. */
            slug: string;
            /** @description The record's name. */
            name: string;
            /** @description How many. */
            quantity: number;
            /** @description Of one. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            price: number;
            /** @description Of the line. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            total: number;
            /** @description Whether it can be bought now, so many of it; the total of the basket has no others. */
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
            /** @description The text of the post. Markup without scripts, handlers, frames and styles. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
            description?: string;
            /** @description The URL of the website. */
            website?: string;
            /** @description The email address. */
            email?: string;
            /** @description The telephone number. */
            phone?: string;
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
        /** @description A ticket at a gate. */
        CheckIn: {
            /** @description What the QR code says. */
            code: string;
            /** @description The gate's own word for this scan, 8 to 64 characters: sent again, it gets the same answer. */
            nonce: string;
            /** @description The event of the gate, where its key is not bound to one. */
            eventId?: string;
        };
        /** @description What a gate is told. */
        CheckedIn: {
            /**
             * @description Ok: let in.
             * @enum {string}
             */
            outcome: "ok" | "already_used" | "revoked" | "other_event";
            /** @description Which ticket. */
            ticketId: string;
            /**
             * Format: date-time
             * @description When it was used.
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
        /** @description Whom a business customer buys for. */
        Company: {
            /** @description Its registered name. */
            name: string;
            /** @description Its tax number. */
            taxNumber: string;
            /** @description The office that taxes it. */
            taxOffice?: string;
            /** @description Its registered address. */
            address?: string;
        };
        /** @description Asks how a payment ended. */
        CompletePayment: {
            /** @description Which payment. */
            paymentId: string;
        };
        /** @description How a customer can be reached. */
        Contact: {
            /** @description At most ten; the first that takes messages is the one that codes are sent to. */
            mobileNumber: components["schemas"]["MobileNumber"][];
        };
        /** @description A payment on a chain that is waited for. */
        Crypto: {
            /** @description Which payment. */
            paymentId: string;
            /** @description Pending. */
            status: string;
            /** @description The chain's name. */
            chain: string;
            /** @description Its number (EIP-155). */
            chainId: number;
            /** @description The coin. */
            asset: string;
            /** @description Its ERC-20 contract; missing for the chain's own coin. */
            token?: string;
            /** @description Of the coin. */
            decimals: number;
            /** @description Where to. */
            address: string;
            /** @description What is to be sent, to the last digit: the payment is known by it. */
            amount: string;
            /** @description The same in the coin's smallest unit. */
            amountUnits: string;
            /** @description What the basket costs. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            price: number;
            /** @description ISO 4217. */
            currency: string;
            /** @description What one coin was taken to cost. */
            rate: string;
            /** @description How deep the payment's block must lie. */
            confirmations: number;
            /**
             * Format: date-time
             * @description Until when the sum is good.
             */
            expiresAt: string;
            /** @description All of it for wallets (EIP-681), to be drawn as a QR code. */
            uri: string;
        };
        /** @description What was seen of a payment on its chain. */
        CryptoState: {
            /** @description The transaction that was named. */
            txHash?: string;
            /** @description The coin. */
            asset: string;
            /** @description What was to be sent. */
            due: string;
            /** @description What came. */
            received: string;
            /** @description How deep its block lies. */
            confirmations: number;
            /** @description How deep it must. */
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
            /** @description The definition. Markup without scripts, handlers, frames and styles. */
            definition: string;
            /** @description Related terms. */
            relatedTerms: components["schemas"]["RelatedTerm"][];
        };
        /** @description An answer that has nothing to say but that it was done. */
        Done: {
            /** @description What was done, in a sentence a customer may read. */
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
             * @description What went wrong, for programs.
             * @enum {string}
             */
            code: "TENANT_REQUIRED" | "TENANT_MISMATCH" | "TENANT_UNKNOWN" | "TENANT_DISABLED" | "INVALID_REQUEST" | "PAYLOAD_TOO_LARGE" | "INVALID_PARAMETER" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "TOO_MANY_REQUESTS" | "INTERNAL" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "VERIFY_TOKEN_INVALID" | "ID_TOKEN_INVALID" | "INVALID_CODE" | "EMAIL_TAKEN" | "ALREADY_VERIFIED" | "NO_PHONE" | "ACCOUNT_PENDING" | "EMAIL_NOT_VERIFIED" | "SIGN_UP_CLOSED" | "PROVIDER_UNKNOWN" | "OUT_OF_STOCK" | "NOT_FOR_SALE" | "CURRENCY_MISMATCH" | "BASKET_FULL" | "BASKET_EMPTY" | "BASKET_PLACED" | "PAYMENT_UNDER_WAY" | "PAYMENT_PENDING" | "PAYMENT_REFUSED" | "PAYMENT_STATE" | "METHOD_OFF" | "HOSTED_ONLY" | "PROVIDER_FAILED" | "KEY_REUSED" | "KEY_IN_FLIGHT" | "SIGNATURE_INVALID";
            /** @description What went wrong, in a sentence a customer may read. */
            message: string;
            /** @description The status of the answer. */
            statusCode: number;
            /** @description Which parameters are wrong, and why. */
            errors?: components["schemas"]["ErrorField"][];
            /** @description What the request is called in the log. */
            requestId: string;
        };
        /** @description Says what is wrong with one parameter or member. */
        ErrorField: {
            /** @description The parameter's name, as it was given. */
            field: string;
            /** @description INVALID: the value is not accepted. CONFLICT: given twice, or beside what it excludes. */
            code: string;
            /** @description What was given and what is accepted. */
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
            /** @description Whether the merchant pauses. */
            isHolidayActive: boolean;
            /** @description The number of attendees. */
            attendees: number;
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
            /** @description The URLs of the pictures. */
            images: string[];
            /** @description The full programme. Markup without scripts, handlers, frames and styles. */
            content?: string;
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
            /** @description The answer. Markup without scripts, handlers, frames and styles. */
            answer: string;
            /**
             * Format: date-time
             * @description The date of the record.
             */
            date: string;
            /** @description The group of the question; null without a visible group. */
            group: components["schemas"]["FAQGroupLink"] | null;
        };
        /** @description An attribute that products can be filtered by, with its values. */
        FacetAttribute: {
            /** @description The name. */
            name: string;
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
        /** @description Asks for a link that sets a new password. */
        ForgotPassword: {
            /** @description The account's address. */
            email: string;
            /**
             * @description How to send the link: email, or sms to a verified number.
             * @default email
             * @enum {string}
             */
            method: "email" | "sms";
        };
        /** @description A merchant's pause. Orders wait until it ends. */
        Holiday: {
            /** @description Whether the merchant pauses now. */
            active: boolean;
            /** @description The merchant's notice. */
            message?: string;
        };
        /** @description A card payment on a page of the bank's own that was begun. */
        Hosted: {
            /** @description Which payment. */
            paymentId: string;
            /** @description The page that leads to the bank's, to be shown as it is. */
            html: string;
            /** @description Where the bank's page is, if it can be gone to without a form. */
            url?: string;
            /**
             * Format: date-time
             * @description Until when what is in the basket is held for the customer.
             */
            expiresAt: string;
        };
        /** @description What cards of one kind are offered. */
        InstallmentDetail: {
            /** @description The digits that were asked for. */
            binNumber: string;
            /** @description What is to be paid without a plan. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            price: number;
            /** @description CREDIT_CARD, DEBIT_CARD or PREPAID_CARD. */
            cardType: string;
            /** @description VISA, MASTER_CARD, TROY, AMERICAN_EXPRESS. */
            cardAssociation: string;
            /** @description The bank's name for the programme. */
            cardFamilyName: string;
            /** @description Whether 3-D Secure is needed; it is always used. */
            force3ds: boolean;
            /** @description Who issued the card. */
            bankName: string;
            /** @description The plans, that of one payment first. */
            installmentPrices: components["schemas"]["InstallmentPrice"][];
        };
        /** @description One plan. */
        InstallmentPrice: {
            /** @description How many payments. */
            installmentNumber: number;
            /** @description Each of them, rounded. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            installmentPrice: number;
            /** @description All of them: this is what is charged. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            totalPrice: number;
        };
        /** @description The plans that a card is offered. */
        Installments: {
            /** @description One a kind of card. */
            installmentDetails: components["schemas"]["InstallmentDetail"][];
        };
        /** @description A public key of access tokens (RFC 8037). */
        JWK: {
            /** @description OKP. */
            kty: string;
            /** @description Ed25519. */
            crv: string;
            /** @description Which key: as in a token's head. */
            kid: string;
            /** @description Sig. */
            use: string;
            /** @description EdDSA. */
            alg: string;
            /** @description The key. */
            x: string;
        };
        /** @description The public keys of access tokens. They are the same for all shops. */
        JWKS: {
            /** @description Those that sign, that will, and that did not long ago. */
            keys: components["schemas"]["JWK"][];
        };
        /** @description The short form of another record. */
        Link: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id?: string;
            /** @description The name. */
            name?: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug?: string;
            /** @description The description. Markup without scripts, handlers, frames and styles. */
            description?: string;
            /** @description The URL of the picture. */
            image?: string;
        };
        /** @description Part of a list that was cut where it was, and of no other. */
        ListMeta: {
            /** @description True: there are more records than these. */
            truncated: boolean;
        };
        /** @description An address and its password. */
        LogIn: {
            /** @description The account's address. */
            email: string;
            /** @description Its password. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
            /** @description The city. */
            city?: string;
            /** @description The country. */
            country?: string;
            /** @description The merchant's pause. */
            holidayMode: components["schemas"]["Holiday"];
            /** @description The categories of the record. */
            category?: components["schemas"]["Ref"][];
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
        };
        /** @description A telephone number in parts. Its digits are area code and number, one after the other. */
        MobileNumber: {
            /** @description The digits after the country's, such as 532. */
            areaCode: number;
            /** @description The country's digits, such as 90. */
            countryCode: number;
            /** @description The country, as ISO 3166-1 has it, such as TR. */
            isoCode: string;
            /** @description The digits that are left. */
            phoneNumber: number;
        };
        /** @description A person's name. */
        Name: {
            /** @description The given name. */
            first: string;
            /** @description The family name. */
            last: string;
        };
        /** @description A password to be set. */
        NewPassword: {
            /** @description 8 to 256 characters, and none of the passwords that everybody uses. */
            password: string;
        };
        /** @description What a customer is told. */
        Notification: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description What it is about, for programs. */
            type: string;
            /** @description In a few words. */
            title: string;
            /** @description In a sentence. */
            body: string;
            /** @description Ids of what it is about. */
            data: {
                [key: string]: unknown;
            };
            /** @description Where it leads. */
            link?: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "UNREAD" | "READ";
            /** @description Whether it was read. */
            read: boolean;
            /**
             * Format: date-time
             * @description When, first.
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
        /** @description What was paid for. */
        Order: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The payment it was paid by. */
            paymentId: string;
            /**
             * @description The status.
             * @enum {string}
             */
            status: "PAID" | "PARTIALLY_REFUNDED" | "REFUNDED" | "CANCELLED";
            /** @description Its lines. */
            items: components["schemas"]["OrderItem"][];
            /** @description What the lines cost. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            total: number;
            /** @description What was paid: the total, and what the plan added. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            charged: number;
            /** @description What was given back of it. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            refunded: number;
            /** @description ISO 4217. */
            currency: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description A line of an order, as it was bought. */
        OrderItem: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Which product. */
            productId?: string;
            /** @description Or which event. */
            eventId?: string;
            /** @description The record's slug then. */
            slug: string;
            /** @description The record's name then. */
            name: string;
            /** @description How many. */
            quantity: number;
            /** @description Of one. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            price: number;
            /** @description Of the line. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
        };
        /** @description A page in full. */
        PageDetail: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The record's name in URLs. It can change; the id cannot. */
            slug: string;
            /** @description The title. */
            title: string;
            /** @description The text of the page. Markup without scripts, handlers, frames and styles. */
            content: string;
            seo: components["schemas"]["SEO"];
        };
        /** @description Where a page of any other list stands. */
        PageMeta: {
            /** @description How many records there are on all pages. */
            totalRecords: number;
            /** @description How many pages there are. */
            totalPages: number;
            /** @description Which page this is, from 1; one past the end is empty. */
            currentPage: number;
            /** @description How many records a page has. */
            limit: number;
            /** @description Whether there is a page after this one. */
            hasNextPage: boolean;
            /** @description Whether there is a page before this one. */
            hasPrevPage: boolean;
            /** @description True where more was found than is counted. */
            truncated?: boolean;
        };
        /** @description Where a page of a product list stands. */
        Pagination: {
            /** @description How many records there are on all pages. */
            totalRecords: number;
            /** @description How many pages there are. */
            totalPages: number;
            /** @description Which page this is, from 1; one past the end is empty. */
            currentPage: number;
            /** @description How many records a page has. */
            limit: number;
        };
        /** @description Starts a card payment. */
        Pay3DS: {
            /** @description Which basket. */
            basketId: string;
            /** @description 12 to 19 digits. */
            cardNumber: string;
            /** @description 01 to 12. */
            expireMonth: string;
            /** @description Two or four digits. */
            expireYear: string;
            /** @description Three digits, or four. */
            cvc: string;
            /** @description The name on the card. */
            cardHolderName: string;
            /** @description How many payments, one of those that the card is offered; without it one. A decimal, written as a JSON number or as a string. */
            installment?: number | string;
        };
        /** @description Starts a payment on a chain. */
        PayCrypto: {
            /** @description Which basket. */
            basketId: string;
            /** @description Which of the shop's coins. */
            asset: string;
        };
        /** @description Starts a card payment on a page of the bank's own. There is no card in it. */
        PayHosted: {
            /** @description Which basket. */
            basketId: string;
            /** @description How many payments; more than one with bin, for what they cost depends on the card. A decimal, written as a JSON number or as a string. */
            installment?: number | string;
            /** @description The first 6 or 8 digits of the card that will be used, never more; without it one payment. */
            bin?: string;
        };
        /** @description Announces a transfer. */
        PayTransfer: {
            /** @description Which basket. */
            basketId: string;
        };
        /** @description How a payment stands. */
        Payment: {
            /** @description Which payment. */
            paymentId: string;
            /** @description Succeeded, failed, expired, cancelled, refund_pending, partially_refunded, refunded, voided; of a transfer also pending, partially_paid, review; on a chain also pending, confirming, underpaid, overpaid, review. */
            status: string;
            /** @description What is or was to be paid. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            amount: number;
            /** @description What came in. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            paid: number;
            /** @description What was given back. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            refunded: number;
            /** @description ISO 4217. */
            currency: string;
            /** @description Why it did not succeed, for programs. */
            reason?: string;
            /** @description What was bought. */
            order?: components["schemas"]["Order"];
            /** @description Of a payment on a chain: what was seen there. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
        /** @description An error as RFC 9457 has it: application/problem+json, for those whose Accept asks for it. */
        Problem: {
            /** @description A name for the kind of error: urn:vitrine:error: and the code. */
            type: string;
            /** @description The code. */
            title: string;
            /** @description The status of the answer. */
            status: number;
            /** @description What went wrong, in a sentence a customer may read. */
            detail: string;
            /**
             * @description What went wrong, for programs.
             * @enum {string}
             */
            code: "TENANT_REQUIRED" | "TENANT_MISMATCH" | "TENANT_UNKNOWN" | "TENANT_DISABLED" | "INVALID_REQUEST" | "PAYLOAD_TOO_LARGE" | "INVALID_PARAMETER" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "TOO_MANY_REQUESTS" | "INTERNAL" | "UNAVAILABLE" | "UNSUPPORTED_MEDIA_TYPE" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "REFRESH_TOKEN_INVALID" | "REFRESH_TOKEN_REUSED" | "RESET_TOKEN_INVALID" | "VERIFY_TOKEN_INVALID" | "ID_TOKEN_INVALID" | "INVALID_CODE" | "EMAIL_TAKEN" | "ALREADY_VERIFIED" | "NO_PHONE" | "ACCOUNT_PENDING" | "EMAIL_NOT_VERIFIED" | "SIGN_UP_CLOSED" | "PROVIDER_UNKNOWN" | "OUT_OF_STOCK" | "NOT_FOR_SALE" | "CURRENCY_MISMATCH" | "BASKET_FULL" | "BASKET_EMPTY" | "BASKET_PLACED" | "PAYMENT_UNDER_WAY" | "PAYMENT_PENDING" | "PAYMENT_REFUSED" | "PAYMENT_STATE" | "METHOD_OFF" | "HOSTED_ONLY" | "PROVIDER_FAILED" | "KEY_REUSED" | "KEY_IN_FLIGHT" | "SIGNATURE_INVALID";
            /** @description Which parameters are wrong, and why. */
            errors?: components["schemas"]["ErrorField"][];
            /** @description What the request is called in the log. */
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
            /** @description The number in stock. */
            stockAmount: number;
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
        };
        /** @description A product on its own page. */
        ProductDetail: {
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
            status: "PUBLISHED" | "OUT_OF_STOCK";
            /** @description Whether the customer likes the record. Always false: reads are the same for all clients. */
            liked: boolean;
            /** @description The URLs of the pictures. */
            images: string[];
            /** @description The price. */
            price: components["schemas"]["Price"];
            /** @description The year. */
            year?: number;
            /** @description A summary of one or two sentences. */
            brief?: string;
            brand?: components["schemas"]["Link"];
            merchant?: components["schemas"]["MerchantLink"];
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
            stock: components["schemas"]["Stock"];
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
        /** @description A customer, as he sees himself. */
        Profile: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The account's address, in its one form. */
            email: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
            /** @description Whether the address is known to be his. */
            emailVerified: boolean;
            /** @description Whether the number is known to be his. */
            phoneVerified: boolean;
            /** @description The number that codes are sent to, as E.164 has it. */
            phone?: string;
            /** @description How the customer can be reached. */
            contact: components["schemas"]["Contact"];
            /**
             * @description What kind of customer.
             * @enum {string}
             */
            type: "B2C" | "B2B";
            /** @description Whom the customer buys for. */
            company?: components["schemas"]["Company"];
            /** @description Whether there is a password, or codes and providers only. */
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
            description?: string;
            /** @description The full description. Markup without scripts, handlers, frames and styles. */
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
        /** @description The service's key of web push. */
        PushKey: {
            /** @description A point of P-256 in base64url: applicationServerKey of PushManager.subscribe. */
            publicKey: string;
        };
        /** @description A browser's. */
        PushKeys: {
            /** @description Its public key. */
            p256dh: string;
            /** @description Its secret. */
            auth: string;
        };
        /** @description A subscription that was made. */
        PushSubscribed: {
            /** @description For DELETE /notification/push/subscriptions/{id}. */
            id: string;
        };
        /** @description A browser's word on where it is told of things, as PushSubscription.toJSON writes it. */
        PushSubscription: {
            /** @description At the browser's push service. */
            endpoint: string;
            /** @description What messages are encrypted for. */
            keys: components["schemas"]["PushKeys"];
            /** @description Not looked at: a push service says when a subscription has ended. A decimal, written as a JSON number or as a string. */
            expirationTime?: number | string;
        };
        /** @description How many notifications were marked as read. */
        ReadAll: {
            /** @description Those that were unread when the request came. */
            updated: number;
        };
        /** @description Refers to another record. */
        Ref: {
            /** @description Its id. */
            value: string;
            /** @description Its name. */
            label: string;
        };
        /** @description A refresh token that was given with a session. */
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
            /** @description In place of those that were shown. */
            tokens: components["schemas"]["Tokens"];
        };
        /** @description Asks for a code to sign in with. */
        ResendOTP: {
            /** @description The account's address. */
            email: string;
            /**
             * @description How to send the code: sms to a verified number, else email.
             * @default sms
             * @enum {string}
             */
            method: "email" | "sms";
        };
        /** @description A list that gates keep for when they have no line to us. */
        RevokedTickets: {
            /** @description Signed as tickets are; its payload names their ids. */
            list: string;
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
            /** @description The description. Markup without scripts, handlers, frames and styles. */
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
        /** @description One of a customer's sessions that has not ended. */
        SessionInfo: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
            /**
             * @description How it was begun.
             * @enum {string}
             */
            method: "signup" | "password" | "otp" | "social";
            /** @description The network address that used it last. */
            address: string;
            /** @description What the client called itself. */
            userAgent: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its tokens were renewed last.
             */
            refreshedAt: string;
            /**
             * Format: date-time
             * @description When it ends unless it is renewed.
             */
            expiresAt: string;
        };
        /** @description Changes how many of a line are wanted. */
        SetItem: {
            /** @description How many, 1 to 99. */
            quantity: number;
        };
        /** @description What a new customer says of himself. */
        SignUp: {
            /** @description The address; it is compared without regard to case, width and script of the domain. */
            email: string;
            /** @description 8 to 256 characters, and none of the passwords that everybody uses. */
            password: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
            /** @description How the customer can be reached. */
            contact: components["schemas"]["Contact"];
            /** @description Whom the customer buys for; needed, and taken, where the shop sells to businesses. */
            company?: components["schemas"]["Company"];
            /** @description The language to write in: tr or en; without it, the shop's. */
            language?: string;
        };
        /** @description A customer and his tokens. */
        SignedIn: {
            /** @description Who signed in. */
            user: components["schemas"]["User"];
            /** @description Missing after a sign-up that lets nobody in yet: the shop approves accounts, or wants the address verified. */
            tokens?: components["schemas"]["Tokens"];
        };
        /** @description An ID token of an identity provider that the shop takes. */
        SocialLogin: {
            /** @description The shop's name for the provider. */
            provider: string;
            /** @description The provider's ID token (OpenID Connect). */
            idToken: string;
            /** @description The nonce that the token was asked with; needed where the token has one. */
            nonce?: string;
        };
        /** @description A card payment that was begun. */
        Started: {
            /** @description Which payment. */
            paymentId: string;
            /** @description The page that leads to the bank, to be shown as it is. */
            html: string;
            /**
             * Format: date-time
             * @description Until when the customer has time.
             */
            expiresAt: string;
        };
        /** @description The stock of a product. */
        Stock: {
            /** @description The number in stock. */
            amount: number;
            /** @description The number below which the tenant reorders. */
            min: number;
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
        /** @description The right of one person to one event. */
        Ticket: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The order it was bought with. */
            orderId: string;
            /** @description What it is for. */
            event: components["schemas"]["TicketEvent"];
            /**
             * @description Whether it lets in.
             * @enum {string}
             */
            status: "valid" | "used" | "cancelled" | "refunded" | "expired";
            /** @description What to show at the gate; missing where it does not let in any more. */
            qr?: components["schemas"]["TicketQR"];
            /**
             * Format: date-time
             * @description When it was used.
             */
            checkedInAt?: string;
            /**
             * Format: date-time
             * @description The time of creation.
             */
            createdAt: string;
        };
        /** @description The event a ticket is for. */
        TicketEvent: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description Its slug; empty where the event is gone. */
            slug: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: date-time
             * @description When it begins.
             */
            date: string;
        };
        /** @description A public key of a shop's tickets. */
        TicketKey: {
            /** @description Which key: as in a ticket's payload. */
            kid: string;
            /** @description Ed25519. */
            alg: string;
            /** @description The key, in base64url. */
            public: string;
        };
        /** @description What a gate reads. */
        TicketQR: {
            /** @description The text of the code. */
            data: string;
            /**
             * @description Text: data is to be drawn as a QR code.
             * @enum {string}
             */
            format: "text";
            /** @description The code drawn, as SVG; with include=image. */
            image?: string;
        };
        /** @description A token and its end. */
        Token: {
            /** @description The token. */
            token: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires: string;
        };
        /** @description What a session is entered with. */
        Tokens: {
            /** @description A JWT, for Authorization: Bearer. */
            access: components["schemas"]["Token"];
            /** @description Opaque; for refresh-tokens and logout. */
            refresh: components["schemas"]["Token"];
        };
        /** @description A transfer that is waited for. */
        Transfer: {
            /** @description Which payment. */
            paymentId: string;
            /** @description Pending. */
            status: string;
            /** @description To be written into the transfer's description. */
            referenceCode: string;
            /** @description What is to be sent. An amount in hundredths of its currency's unit. In JSON it is a number with at most two decimals, as everywhere in the API. */
            amount: number;
            /** @description ISO 4217. */
            currency: string;
            /** @description Where to. */
            iban: string;
            /** @description To whom. */
            accountHolder: string;
            /** @description At which bank. */
            bankName: string;
            /**
             * Format: date-time
             * @description Until when it must have come.
             */
            expiresAt: string;
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
        /** @description Where a page of notifications stands. */
        UnreadMeta: {
            /** @description How many records there are on all pages. */
            totalRecords: number;
            /** @description How many pages there are. */
            totalPages: number;
            /** @description Which page this is, from 1; one past the end is empty. */
            currentPage: number;
            /** @description How many records a page has. */
            limit: number;
            /** @description Whether there is a page after this one. */
            hasNextPage: boolean;
            /** @description Whether there is a page before this one. */
            hasPrevPage: boolean;
            /** @description True where more was found than is counted. */
            truncated?: boolean;
            /** @description How many are unread, on all pages. */
            unreadCount: number;
        };
        /** @description A customer, as others of his sessions see him. */
        User: {
            /** @description The record's id: 24 lower-case hex digits. It never changes. */
            id: string;
            /** @description The account's address, in its one form. */
            email: string;
            /** @description The customer's name. */
            name: components["schemas"]["Name"];
        };
        /** @description Names the transaction that a payment was made with. */
        VerifyCrypto: {
            /** @description 0x and 64 hexadecimal digits. */
            txHash: string;
            /** @description If it is sent, it must be the payment's. */
            chainId?: number;
        };
        /** @description A code to sign in with. */
        VerifyOTP: {
            /** @description The account's address. */
            email: string;
            /** @description Six digits. */
            otp: string;
        };
        /** @description The code that was sent to the number of the account. */
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
         *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
         *     - `TENANT_MISMATCH`: header and URL name different tenants
         *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
         *     - `INVALID_PARAMETER`: errors say which
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
                 *       "message": "limit=\"500\" is not accepted: it takes a whole number from 1 to 100",
                 *       "statusCode": 400,
                 *       "errors": [
                 *         {
                 *           "field": "limit",
                 *           "code": "INVALID",
                 *           "message": "limit=\"500\" is not accepted: it takes a whole number from 1 to 100"
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
         *     - `TENANT_DISABLED`: the shop is switched off
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
                 *       "message": "This shop is switched off.",
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
         *     - `TENANT_UNKNOWN`: no shop has this name
         *     - `NOT_FOUND`: not there, or not yours
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
         *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
         *     - `NOT_ACCEPTABLE`: Accept-Encoding leaves nothing that can be sent
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
         *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
         *     - `INTERNAL`: the cause is in the log, under requestId
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
                 *       "message": "Something went wrong on our side.",
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
         *     - `UNAVAILABLE`: come back later
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
                 *       "message": "The shop cannot be read right now. Try again in a moment.",
                 *       "statusCode": 503,
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
        /** @description Whether the answer was cached (RFC 9211): hit; hit with detail=composed if it was assembled from cached fragments; or fwd=miss. */
        "Cache-Status": string;
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
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "8d0a26767e0a85feb0b8bd1b"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
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
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. Repeated, or as attributes[]; at most 100.
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
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "8d0a26767e0a85feb0b8bd1b"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
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
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. Repeated, or as attributes[]; at most 100.
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
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "8d0a26767e0a85feb0b8bd1b"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
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
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. Repeated, or as attributes[]; at most 100.
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
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "bags"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Products of these brands, by id. Repeated, or as brand[], or separated by commas; at most 100.
                 * @example [
                 *       "8d0a26767e0a85feb0b8bd1b"
                 *     ]
                 */
                brand?: string[];
                /**
                 * @description Products of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
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
                 * @description Products with this attribute, as name:value. Several names must all match; of several values of one name, one must match. Repeated, or as attributes[]; at most 100.
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BrandDetail"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantDetail"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["MerchantPlace"][];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PlaceDetail"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["OrganizationDetail"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CampaignDetail"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CampaignCard"][];
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
    campaign: {
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CategoryCard"][];
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
    category: {
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["PageCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BlogCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["BlogCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RouteCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["FAQRecord"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["CollectionCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id. Repeated, or as organization[], or separated by commas; at most 100.
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id. Repeated, or as organization[], or separated by commas; at most 100.
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id. Repeated, or as organization[], or separated by commas; at most 100.
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id. Repeated, or as organization[], or separated by commas; at most 100.
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["EventCard"][];
                        meta: components["schemas"]["PageMeta"];
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
                /**
                 * @description Words to search for. Every word must be found. Prefixes match, and small typing errors are corrected.
                 * @example mavi
                 */
                search?: components["parameters"]["Search"];
                /** @description Alias of search. Give only one of the two. */
                q?: components["parameters"]["Q"];
                /**
                 * @description Records of these categories, by id or slug, and of the categories below them. Repeated, or as category[], or separated by commas; at most 100.
                 * @example [
                 *       "event-events"
                 *     ]
                 */
                category?: string[];
                /**
                 * @description Events at these places, by id. Repeated, or as place[], or separated by commas; at most 100.
                 * @example [
                 *       "9918b2bf89d13419f800b807"
                 *     ]
                 */
                place?: string[];
                /**
                 * @description Events of these merchants, by id. Repeated, or as merchant[], or separated by commas; at most 100.
                 * @example [
                 *       "d32db8b40f921046091cdefb"
                 *     ]
                 */
                merchant?: string[];
                /**
                 * @description Events of these organizations, by id. Repeated, or as organization[], or separated by commas; at most 100.
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
            /** @description One event. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["DictionaryWord"][];
                        meta: components["schemas"]["PageMeta"];
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
                    "Content-Location": components["headers"]["Content-Location"];
                    "X-Stale": components["headers"]["X-Stale"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["ProjectCard"][];
                        meta: components["schemas"]["PageMeta"];
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `SIGN_UP_CLOSED`: the shop takes no new accounts
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `EMAIL_TAKEN`: there is an account with this address
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `INVALID_CREDENTIALS`: no account has this address and this password or code
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `ACCOUNT_PENDING`: the shop has not approved the account yet
             *     - `EMAIL_NOT_VERIFIED`: the shop lets nobody in before the address is verified
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `REFRESH_TOKEN_INVALID`: the refresh token is none of ours, or its session has ended
             *     - `REFRESH_TOKEN_REUSED`: the refresh token had been replaced; its session is ended
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Ask for a link to set a new password. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
                /** @description The token of the link that was sent. */
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
                        data: components["schemas"]["Done"];
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `RESET_TOKEN_INVALID`: the link was used, replaced, or is too old
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Ask for a link to verify the address. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `ALREADY_VERIFIED`: there is nothing left to verify
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
                /** @description The token of the link that was sent. */
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
        requestBody?: never;
        responses: {
            /** @description Verify the address. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `VERIFY_TOKEN_INVALID`: the link was used, replaced, or is too old
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Ask for a code to verify the number. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `ALREADY_VERIFIED`: there is nothing left to verify
             *     - `NO_PHONE`: the account has no number that takes messages
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Verify the number. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
             *     - `INVALID_CODE`: the code is wrong, used, or too old
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Ask for a code to sign in with. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `INVALID_CREDENTIALS`: no account has this address and this password or code
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `ACCOUNT_PENDING`: the shop has not approved the account yet
             *     - `EMAIL_NOT_VERIFIED`: the shop lets nobody in before the address is verified
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Sign in, or up, with an identity provider's token. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `INVALID_CREDENTIALS`: no account has this address and this password or code
             *     - `ID_TOKEN_INVALID`: the provider's token does not prove who this is
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `ACCOUNT_PENDING`: the shop has not approved the account yet
             *     - `SIGN_UP_CLOSED`: the shop takes no new accounts
             *     - `PROVIDER_UNKNOWN`: the shop does not take this provider
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description The basket, at today's prices. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Put something into the basket. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_FULL`: the basket has as many lines as it takes
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Take a line out of the basket. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Change how many of a line are wanted. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description The plans that a card is offered. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Begin to pay by card. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
             *     - `HOSTED_ONLY`: the shop takes no card numbers: its cards are typed on the bank's own page
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: there is nothing in the basket that costs something
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
             *     - `PAYMENT_REFUSED`: the bank does not take this payment; reason says why
             *     - `PAYMENT_STATE`: the payment is not in a state in which this can be done
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Begin to pay by card on the bank's own page. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: there is nothing in the basket that costs something
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
             *     - `PAYMENT_REFUSED`: the bank does not take this payment; reason says why
             *     - `PAYMENT_STATE`: the payment is not in a state in which this can be done
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
                /** @description The shop, as we wrote it into the address. */
                shop: string;
                /** @description The payment, likewise. */
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
            /** @description What the bank says, through the customer's browser. */
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
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `SIGNATURE_INVALID`: the sender is not who he says
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
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description How a card payment ended. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Begin to pay by transfer. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: there is nothing in the basket that costs something
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
             *     - `PAYMENT_STATE`: the payment is not in a state in which this can be done
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Whether a transfer has come. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Begin to pay on a chain. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `OUT_OF_STOCK`: there is less of it left than is asked for
             *     - `NOT_FOR_SALE`: it is shown, and cannot be bought
             *     - `CURRENCY_MISMATCH`: the basket is in another currency
             *     - `BASKET_EMPTY`: there is nothing in the basket that costs something
             *     - `BASKET_PLACED`: the basket was ordered
             *     - `PAYMENT_UNDER_WAY`: the bank is being asked, or has answered: the basket cannot be changed or paid again
             *     - `PAYMENT_STATE`: the payment is not in a state in which this can be done
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Name the transaction a payment was made with. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYMENT_REFUSED`: the bank does not take this payment; reason says why
             *     - `KEY_IN_FLIGHT`: the request with this Idempotency-Key is still being answered
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `KEY_REUSED`: the Idempotency-Key came with another request before
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Money came into a shop's account. */
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
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `SIGNATURE_INVALID`: the sender is not who he says
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
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description iyzico has news of a payment. */
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
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `SIGNATURE_INVALID`: the sender is not who he says
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
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
                /** @description `image` adds the code drawn, as SVG. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
                /** @description `image` adds the code drawn, as SVG. */
                include?: string;
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
                    };
                };
            };
            /**
             * @description Bad Request.
             *
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description The public keys of a shop's tickets. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description The tickets that let nobody in any more. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Let a ticket in. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description What the customer was told, the oldest first. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Mark one as read. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Mark all as read. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description The key to subscribe to web push with. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Tell this browser of notifications. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
             *     - `INVALID_PARAMETER`: errors say which
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `PAYLOAD_TOO_LARGE`: the body is larger than any that is needed here
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
             *     - `UNSUPPORTED_MEDIA_TYPE`: the body is of another type than the address takes, or encoded
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description Tell this browser of nothing any more. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
             *     - `METHOD_OFF`: the shop is not paid in this way
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
             *     - `TENANT_UNKNOWN`: no shop has this name
             *     - `NOT_FOUND`: not there, or not yours
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
            /** @description What the customer is told from now on. */
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
             *     - `TENANT_REQUIRED`: the x-service-client header is missing, or there twice
             *     - `TENANT_MISMATCH`: header and URL name different tenants
             *     - `INVALID_REQUEST`: the request itself is malformed; 431: its head is too large
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
             *     - `UNAUTHENTICATED`: there is no access token, or none that is valid here
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
             *     - `TENANT_DISABLED`: the shop is switched off
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
             *     - `TENANT_UNKNOWN`: no shop has this name
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
             *     - `METHOD_NOT_ALLOWED`: Allow says what may be done
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
             *     - `TOO_MANY_REQUESTS`: Retry-After says when to come back
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
             *     - `INTERNAL`: the cause is in the log, under requestId
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
             *     - `UNAVAILABLE`: come back later
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
